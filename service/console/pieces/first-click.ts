/** Runs on any click except the second of a double click, which was meant for the element that was there before. */
export const firstClick =
  (run: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (!(detail > 1)) run();
  };
