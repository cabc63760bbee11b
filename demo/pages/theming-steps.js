// The steps that a designer wants to see, and how the real widget gets there: this types and presses what a person would. It
// happens in a widget that is not shown yet, so nothing flickers and the focus stays where it is.

/** Longer than any step takes; a service that does not answer shows its own problem. */
const patience = 20_000;

const password = 'Quartz Scale';
const consent = 'Aurora Ring';

/** Calls `find` after every change of the widget until it finds something. */
async function until(link, find, signal) {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = find(link.shadowRoot);
      if (found) end(() => resolve(found));
      return found;
    };
    const end = (then) => {
      observer.disconnect();
      clearTimeout(timer);
      then();
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(
      () => end(() => reject(new Error('The widget did not get to this step.'))),
      patience,
    );
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    if (!look())
      observer.observe(link.shadowRoot, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
  });
}

/** The actions of a person in the widget. */
function handsOn(link, signal) {
  const find = (selector, named = '') =>
    until(
      link,
      (root) => [...root.querySelectorAll(selector)].find((each) => each.textContent.includes(named)),
      signal,
    );
  const type = async (part, value) => {
    const field = await find(`[part~=${part}]`);
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  };
  const press = async (selector, named) => (await find(selector, named)).click();
  return {
    find,
    /** Waits until the element says that it is at this step. */
    isAt: (state) => until(link, () => link.matches(`:state(${state})`), signal),
    type,
    async choose(provider) {
      await type('search-input', provider);
      await press('[part=provider]', provider);
    },
    async signIn(username, secret = 'good-password') {
      await this.choose(password);
      await type('username-input', username);
      await type('password-input', secret);
      await press('[part=submit]');
    },
    async answer(code) {
      await type('code-input', code);
      await press('[part=submit]');
    },
  };
}

/** `state` is the element's own name of the step. Several steps of this list may have the same state. */
export const steps = [
  { name: 'loading', label: 'Loading', state: 'loading', go: ({ isAt }) => isAt('loading') },
  {
    name: 'picker',
    label: 'Picker',
    state: 'select-provider',
    go: ({ find }) => find('[part=provider]'),
  },
  {
    name: 'nothing-found',
    label: 'Nothing found',
    async go({ find, type }) {
      await type('search-input', 'toaster');
      await find('[part=empty]');
    },
  },
  {
    name: 'sign-in',
    label: 'Sign-in',
    state: 'sign-in',
    async go(hands) {
      await hands.choose(password);
      await hands.find('[part~=password-input]');
    },
  },
  {
    name: 'wrong-password',
    label: 'Wrong password',
    async go(hands) {
      await hands.signIn('mika@example.com', 'wrong');
      await hands.find('[part~=field-error]');
    },
  },
  {
    name: 'code',
    label: 'Code',
    state: 'challenge',
    async go(hands) {
      await hands.signIn('sms@example.com');
      await hands.find('[part~=code-input]');
    },
  },
  {
    name: 'wrong-code',
    label: 'Wrong code',
    async go(hands) {
      await hands.signIn('sms@example.com');
      await hands.answer('000000');
      await hands.find('[part~=field-error]');
    },
  },
  {
    name: 'authorize',
    label: 'Authorize',
    state: 'authorize',
    async go(hands) {
      await hands.choose(consent);
      await hands.find('[part=action]');
    },
  },
  {
    name: 'connecting',
    label: 'Connecting',
    state: 'connecting',
    async go(hands) {
      await hands.signIn('hang@example.com');
      await hands.isAt('connecting');
    },
  },
  {
    name: 'done',
    label: 'Done',
    state: 'done',
    async go(hands) {
      await hands.signIn('ok@example.com');
      await hands.find('[part~=done]');
    },
  },
  {
    name: 'problem',
    label: 'Problem',
    state: 'problem',
    async go(hands) {
      await hands.signIn('error-provider_api_error@example.com');
      await hands.find('[part~=problem]');
    },
  },
];

/** Brings a widget to a step. Rejects when `signal` is aborted because the step is not wanted any more. */
export const reach = (link, step, signal) => step.go(handsOn(link, signal));
