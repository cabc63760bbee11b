/** User names that decide what a fictional provider answers, and what that is. */
export const names = [
  ['ok@example.com', 'connects'],
  ['sms@example.com', 'asks for a code by text message: 123456'],
  ['email@example.com', 'asks for a code by email: 123456'],
  ['twice@example.com', 'asks for two codes: 123456, then 654321'],
  ['carrier-pigeon@example.com', 'asks for a code in a way nobody knows: 123456'],
  ['slow@example.com', 'connects after 20 seconds'],
  ['shared@example.com', 'an account that several people share'],
  ['pull-retry@example.com', 'connects; its data comes at the third try'],
  ['pull-fail@example.com', 'connects; its data never comes'],
  ['error-provider_api_error@example.com', 'fails with that error; any other works too'],
  ['status-429@example.com', 'answers “too many requests”'],
  ['status-502@example.com', 'answers with a broken gateway'],
  ['garbage@example.com', 'answers nonsense'],
  ['hang@example.com', 'never answers'],
];

/** Lists the user names. A press on a name copies it. */
export function copyOnPress(list, status) {
  list.replaceChildren(
    ...names.map(([name, meaning]) => {
      const item = document.createElement('li');
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(name);
          status.textContent = `Copied ${name}`;
        } catch {
          status.textContent = 'The browser did not let this page copy. Select the name instead.';
        }
      });
      const text = Object.assign(document.createElement('span'), { textContent: meaning });
      item.append(button, text);
      return item;
    }),
  );
}
