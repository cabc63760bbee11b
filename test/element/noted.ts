/** Resolves when the note of an element says so: it is written behind what the person sees. */
export const noted = (words: string, name = 'svc-link:') =>
  new Promise<string>((resolve) => {
    const look = (): void => {
      const note = sessionStorage.getItem(name);
      if (note?.includes(words)) resolve(note);
      else requestAnimationFrame(look);
    };
    look();
  });
