import { modes, redirects } from './attributes.js';

/** What is wrong, and what to do about it. `value` is what was found. It is never a token, nor anything that a person typed. */
const notes = {
  'base-url-missing': () =>
    'base-url is missing. Set it to the address of the service, such as https://link.example.com.',
  'base-url-malformed': (value: string) =>
    `base-url is not an address: "${value}". Use an absolute one, such as https://link.example.com.`,
  'base-url-insecure': (value: string) =>
    `this page is on https:, so the browser does not let it ask ${value}. Use the service's https: address.`,
  'base-url-silent': (value: string) =>
    `nothing answers at ${value} that this page may ask. Is base-url right, is the service running, and does your connect-src allow it?`,
  'base-url-elsewhere': (value: string) =>
    `base-url does not lead to the service: ${value}. It is the address before /v2, such as http://127.0.0.1:8787.`,
  'hosted-url-malformed': (value: string) =>
    `hosted-url is not an address: "${value}". {base-url}/link/ is used.`,
  'token-empty': () => 'link-token is empty. Set the token that POST /v2/link/token gave to your server.',
  'token-malformed': () =>
    'link-token holds characters that no token has. Set it exactly as your server got it.',
  'token-unknown': () =>
    'the service does not know this link token. Create one with POST /v2/link/token on your server.',
  'token-expired': () =>
    'the link token has expired, and nobody can be asked for another. Set tokenProvider.',
  'token-twice': () =>
    'the link-token attribute and the linkToken property differ: what was set last counts. Set one of them.',
  'token-in-address': () =>
    "the link token stands in this page's address, which is logged and remembered. Hand it over in the page or by tokenProvider.",
  'token-provider-type': () => 'tokenProvider is not a function. Set one that resolves to a link token.',
  'with-another': () =>
    'with-another needs tokenProvider, because this link token makes one connection. One with multiple: true offers another by itself.',
  'nothing-to-begin': () =>
    'nothing to begin with. Set base-url, and link-token or the tokenProvider property. (React 19 sets no property of a tag that a server rendered: use SvcLink of svc-link/react.)',
  'token-is-key': () =>
    'this is an API key: it belongs on your server. It was sent nowhere, but who can see this page can read it: revoke it. Your server makes a link token with POST /v2/link/token.',
  'token-provider': (value: string) =>
    `tokenProvider gave no token: ${value}. It has to resolve to the link token, or to { link_token, start }. Look at the request that it makes, and at the log of your server.`,
  policy: (value: string) =>
    `the Content Security Policy of your page stops what the widget needs. Add to it: ${value}`,
  'event-unknown': (value: string) => `the element sends no event of this name: ${value}.`,
  origin: (value: string) =>
    `the link token does not allow ${value}. Add it to allowed_origins of POST /v2/link/token.`,
  'mode-unknown': (value: string) =>
    `mode="${value}" is unknown, so the widget is shown in place. Use one of ${modes.join(', ')}.`,
  'open-inline': () => 'open has no meaning in place. Set mode to dialog, popover, frame or window.',
  'trigger-inline': () =>
    'what stands in the trigger slot is not shown in place. Set mode to dialog, popover, frame, window or redirect.',
  'trigger-no-button': (value: string) =>
    `the ${value} in the trigger slot cannot be reached by keyboard. Use a <button>.`,
  'trigger-nameless': () =>
    'the button in the trigger slot has no name for screen readers. Give it a text or an aria-label.',
  'child-unslotted': (value: string) =>
    `${value} is not shown: its slot has to be trigger, header, footer, empty, done or fallback.`,
  'attribute-misspelt': (value: string) => `an attribute is misspelt: ${value}.`,
  'attribute-property': (value: string) =>
    `${value} is not an attribute. Set the property from a script: link.${value} = …`,
  'loaded-twice': (value: string) =>
    `the script is loaded twice. The second one, version ${value}, does nothing: load one of them.`,
  'react-hydrated': (value: string) =>
    `React hydrated this tag and left out ${value}: it gives a tag that a server rendered no properties and no listeners. Use SvcLink of svc-link/react, which gives them.`,
  'mode-not-loaded': () =>
    'the code of this mode did not load. The person can try again, and reload the page after that.',
  'frame-origins': (value: string) =>
    `a frame needs allowed_origins. Name ${value} in allowed_origins of POST /v2/link/token.`,
  'frame-silent': (value: string) =>
    `the frame did not answer. Your frame-src has to allow ${value}, and the service has to be new enough for frames${
      globalThis.crossOriginIsolated ? ' of a page that is cross-origin isolated' : ''
    }.`,
  'frame-moved': () =>
    'the frame has loaded anew, and what was typed in it is gone. A browser does so if the element is moved in the page: show it where it stays, or move it by moveBefore().',
  'window-blocked': () =>
    'the browser opened no window, or this page was cut off from it. A window needs a press, and Cross-Origin-Opener-Policy: same-origin-allow-popups where the page sends same-origin.',
  'window-severed': () =>
    'this page cannot reach the window it opened. With Cross-Origin-Opener-Policy: same-origin-allow-popups it can.',
  'redirect-unknown': (value: string) =>
    `the address names session ${value}, which the link token does not know. Ask for it on your server.`,
  'not-a-list': (value: string) => `${value} is not a list of words, so it counts as not set.`,
  'redirect-on-unknown': (value: string) =>
    `redirect-on does not know "${value}". Use ${redirects.join(', ')}, or none.`,
  'heading-level': () => 'heading-level is not a number from 1 to 6: 2 is used.',
  locale: (value: string) => `"${value}" is not the tag of a language, such as en or pt-BR.`,
  'language-not-loaded': (value: string) =>
    `the words of the language "${value}" did not load: English is shown.`,
  'language-unknown': (value: string) =>
    `nobody has written the words of the language "${value}": English is shown.`,
  'message-unknown': (value: string) => `messages has keys that no text has: ${value}.`,
  'support-url-refused': (value: string) =>
    `support-url is left out: "${value}" is not an https: or http: address.`,
  'providers-unknown': (value: string) =>
    `providers names some that this link token does not offer: ${value}.`,
  'help-unknown': (value: string) => `help names providers that this link token does not offer: ${value}.`,
  'provider-unknown': (value: string) =>
    `provider "${value}" is not among those that this link token offers.`,
  'no-providers': () =>
    'this link token offers no provider. Look at filter_on_providers of POST /v2/link/token.',
  'provider-nameless': (value: string) => `without a name, so the slug is shown: ${value}.`,
  'provider-logoless': (value: string) => `without a usable logo, so a letter is shown: ${value}.`,
  'provider-markup': (value: string) => `markup in the texts of a provider is shown as text: ${value}.`,
  'app-markup': () => "app_name or the brand's name holds markup, which is shown as text.",
  'address-refused': () =>
    "terms_url, privacy_url or the brand's logo is left out: only https: and http: addresses are used.",
  'answer-markup': () => 'markup in what a provider answered is shown as text or left out.',
  'redirect-refused': () =>
    'redirect_url is not followed: only https:, http: and app schemes such as com.example.app: are.',
} as const satisfies Record<string, (value: string) => string>;

export const noteText = (note: keyof typeof notes, value: string): string => notes[note](value);
