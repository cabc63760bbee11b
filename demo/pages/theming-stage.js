// Owns the widget that is shown. Each step begins with its own widget and token. The new widget replaces the old one when it
// has reached the step.
import { reach, steps } from './theming-steps.js';
import { fetchToken } from './team-backend.js';
import { tryTo } from './trouble.js';

const never = () => new Promise(() => {});

export function createStage(room, service, { shown, moved }) {
  let current = null;
  let locale = '';
  let aborter = new AbortController();

  function create(step) {
    const link = document.createElement('svc-link');
    link.setAttribute('base-url', service);
    link.supportUrl = 'https://example.com/help';
    speak(link);
    link.tokenProvider = step.name === 'loading' ? never : () => tryTo(fetchToken({ fresh: true }));
    return link;
  }

  function speak(link) {
    if (locale) link.setAttribute('locale', locale);
    else link.removeAttribute('locale');
  }

  function swap(link) {
    if (current !== link) current?.remove();
    current = link;
    link.inert = false;
    link.classList.remove('coming');
    shown(link);
  }

  return {
    /** The widget that is shown. */
    get link() {
      return current;
    },
    setLocale(tag) {
      locale = tag;
      if (current) speak(current);
    },
    async show(name) {
      const step = steps.find((each) => each.name === name) ?? steps[1];
      room.setAttribute('aria-busy', 'true');
      aborter.abort();
      aborter = new AbortController();
      const { signal } = aborter;
      await customElements.whenDefined('svc-link');
      if (signal.aborted) return;
      const link = create(step);
      link.inert = true;
      if (current) link.classList.add('coming');
      room.append(link);
      await link.updateComplete;
      if (!current) swap(link);
      try {
        await reach(link, step, signal);
      } catch {
        // The widget itself shows the error.
      }
      if (signal.aborted) {
        if (link !== current) link.remove();
        return;
      }
      await link.updateComplete;
      room.removeAttribute('aria-busy');
      swap(link);
      link.addEventListener('svc-step', ({ detail }) => moved(detail.step));
    },
  };
}
