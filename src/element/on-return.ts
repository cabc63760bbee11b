/** Calls back when a person comes back to the page. */
export function onReturn(run: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
