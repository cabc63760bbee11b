/**
 * Draws at once, except while the page is still loading (`interactive`): the browser then lays the page out in the task in which
 * its scripts ran. The drawing then waits for a task of its own, or for the next frame if that comes sooner, so that no frame is
 * shown without it.
 */
export function inTurn(draw: () => void): void | Promise<void> {
  if (document.readyState !== 'interactive') return draw();
  const turn = new Promise((resolve) => {
    setTimeout(resolve);
    globalThis.requestAnimationFrame?.(resolve);
  });
  return turn.then(draw);
}
