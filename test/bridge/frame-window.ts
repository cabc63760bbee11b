/** A frame that stands for the other window: what it hears is kept, and what it says comes from it. */
export interface FrameWindow {
  readonly window: Window;
  /** The next message that the frame hears and has not been asked for yet. */
  hears(): Promise<Record<string, unknown>>;
  say(message: unknown): void;
  remove(): void;
}

// Runs inside the frame, so that the browser names the frame as the source.
const script = `
  const queue = [];
  const waiting = [];
  addEventListener('message', ({ data }) => (waiting.shift() ?? ((m) => queue.push(m)))(data));
  window.hears = () => new Promise((resolve) => queue.length ? resolve(queue.shift()) : waiting.push(resolve));
  window.say = (message) => parent.postMessage(message, self.origin);
`;

export async function frameWindow(): Promise<FrameWindow> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<script>${script}</script>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const inner = frame.contentWindow as Window & Pick<FrameWindow, 'hears' | 'say'>;
  return {
    window: inner,
    hears: () => inner.hears(),
    say: (message) => inner.say(message),
    remove: () => frame.remove(),
  };
}
