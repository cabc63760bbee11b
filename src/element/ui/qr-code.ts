import { html } from 'lit';
import { generate } from 'lean-qr/nano';

/** Light modules around a code, without which cameras do not find it. */
const quiet = 4;

/** A text as a QR code, in black on white in every theme. */
export function qrCode(text: string, label: string) {
  const code = generate(text);
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_column, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  const size = code.size + 2 * quiet;
  return html`<svg
    class="qr"
    role="img"
    aria-label=${label}
    viewBox="${-quiet} ${-quiet} ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <path d=${rows.join('')}></path>
  </svg>`;
}
