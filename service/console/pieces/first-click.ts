/** Does it by any click but the second of a double click, which was meant for what stood there before. */
export const firstClick =
  (run: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (!(detail > 1)) run();
  };
