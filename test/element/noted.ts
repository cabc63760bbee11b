/** Resolves once an element's note contains these words, because the note is written after the person sees the step. */
export const noted = (words: string, name = 'svc-link:') =>
  new Promise<string>((resolve) => {
    const look = (): void => {
      const note = sessionStorage.getItem(name);
      if (note?.includes(words)) resolve(note);
      else requestAnimationFrame(look);
    };
    look();
  });
