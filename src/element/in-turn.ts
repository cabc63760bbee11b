/**
 * Draws at once. But a page that is being read is laid out in the task in which its scripts ran: then in a task of its own, or in
 * the next frame if that is sooner, so that no frame is seen without.
 */
export function inTurn(draw: () => void): void | Promise<void> {
  if (document.readyState !== 'interactive') return draw();
  const turn = new Promise((resolve) => {
    setTimeout(resolve);
    globalThis.requestAnimationFrame?.(resolve);
  });
  return turn.then(draw);
}
