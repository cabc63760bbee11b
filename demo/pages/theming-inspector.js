// Names the part under the pointer, or the part that a person selects with the arrow buttons. Owns the outline and the words
// next to it, and does not change the widget.
import { describe } from './theming-part.js';

export function createInspector({ toggle, canvas, outline, said, previous, next, link, manifest }) {
  let chosen = null;
  /** The position of the pointer. */
  let place = null;
  const label = outline.querySelector('span');

  const partsOf = () =>
    [...(link()?.shadowRoot?.querySelectorAll('[part]') ?? [])].filter(
      (each) => each.getClientRects().length > 0 && each.getBoundingClientRect().width > 1,
    );

  /** The outline follows the part, however it moves. */
  function follow() {
    if (!chosen) return;
    // The widget may draw another part under a pointer that does not move.
    if (!chosen.isConnected || chosen.getClientRects().length === 0)
      choose(isOn() && place ? partAt(place) : null);
    if (!chosen) return;
    const box = chosen.getBoundingClientRect();
    const around = canvas.getBoundingClientRect();
    const { style } = outline;
    style.setProperty('--x', `${box.x - around.x}px`);
    style.setProperty('--y', `${box.y - around.y}px`);
    style.setProperty('--w', `${box.width}px`);
    style.setProperty('--h', `${box.height}px`);
    outline.toggleAttribute('data-below', box.y - around.y < 28);
    requestAnimationFrame(follow);
  }

  function choose(part) {
    if (part === chosen) return;
    const wasStill = chosen === null;
    chosen = part;
    outline.hidden = part === null;
    if (!part) return;
    label.textContent = `::part(${part.part[part.part.length - 1]})`;
    said.replaceChildren(...describe(part, link(), manifest));
    if (wasStill) follow();
  }

  function setOn(on) {
    toggle.setAttribute('aria-pressed', String(on));
    canvas.toggleAttribute('data-inspecting', on);
  }
  const isOn = () => toggle.getAttribute('aria-pressed') === 'true';

  /** The innermost part at a place of the page. */
  function partAt({ clientX, clientY }) {
    const found = link()?.shadowRoot?.elementFromPoint(clientX, clientY);
    return found?.closest?.('[part]') ?? null;
  }

  toggle.addEventListener('click', () => {
    setOn(!isOn());
    if (!isOn()) choose(null);
  });
  canvas.addEventListener('pointermove', (event) => {
    place = event;
    if (isOn()) choose(partAt(place));
  });
  canvas.addEventListener('pointerleave', () => {
    place = null;
    if (isOn()) choose(null);
  });
  // While the inspector is on, a press selects the part and does nothing else.
  for (const type of ['pointerdown', 'mousedown', 'click'])
    canvas.addEventListener(
      type,
      (event) => {
        if (!isOn() || !event.isTrusted) return;
        event.preventDefault();
        event.stopPropagation();
        choose(partAt(event));
        if (type === 'click') setOn(false);
      },
      { capture: true },
    );
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || (!isOn() && !chosen)) return;
    setOn(false);
    choose(null);
  });

  function walk(by) {
    setOn(false);
    const parts = partsOf();
    if (parts.length === 0) return;
    const at = parts.indexOf(chosen);
    const to = at < 0 ? (by > 0 ? 0 : parts.length - 1) : (at + by + parts.length) % parts.length;
    choose(parts[to]);
    parts[to].scrollIntoView({ block: 'nearest' });
  }
  previous.addEventListener('click', () => walk(-1));
  next.addEventListener('click', () => walk(1));

  return { forget: () => choose(isOn() && place ? partAt(place) : null) };
}
