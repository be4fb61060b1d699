export const desk = {
  desk: {},
};
