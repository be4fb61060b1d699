export const stock = {
  stock: {},
};
