/**
 * Runs in the page: whether the code of the mode has loaded. A click before that opens its window later, outside the click.
 * WebKit refuses that: the person then gets a button to open it.
 */
export async function modeIsLoaded(kind: 'remote' | 'overlay' = 'remote') {
  const isChunk = ({ name }: PerformanceEntry) => name.split('/').pop()!.startsWith(`${kind}-`);
  const chunk = performance.getEntriesByType('resource').find(isChunk);
  if (!chunk) return false;
  await import(chunk.name);
  return document.querySelector('svc-link')!.updateComplete;
}
