/** A frame in place of the other window. It records the messages that it receives, and sends messages from itself. */
export interface FrameWindow {
  readonly window: Window;
  /** The next message that the frame has received and that was not returned before. */
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
