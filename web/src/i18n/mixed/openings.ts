export const openings = {
  openings: {},
};
