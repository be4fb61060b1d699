export const fairness = {
  fairness: {},
};
