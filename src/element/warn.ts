/** Says something to the developer. */
export type Warn = (text: string) => void;

/** Says each text once, however often what it is about comes round. */
export function warnOnce(): Warn {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    console.warn(`<svc-link> ${text}`);
  };
}
