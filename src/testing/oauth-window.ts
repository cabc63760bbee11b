// The OAuth window of the fake service. It shows three buttons instead of the hosted page and the provider.

const page = (title: string, content: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${content}`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

/** Asks the page that opened it for the token, as the hosted page does, and sends the button that is pressed. */
export const askConsent = (): Response =>
  page(
    'A stand-in for the provider',
    `<form method="post">
      <input type="hidden" name="link_token"><input type="hidden" name="provider">
      <button name="error_type" value="" disabled>Allow</button>
      <button name="error_type" value="user_cancelled" disabled>Deny</button>
      <button name="account" value="another" disabled>Use another account</button>
    </form>
    <script>
      addEventListener('message', ({ data, source, origin }) => {
        if (source !== opener || !data) return;
        if (data.type === 'hello')
          source.postMessage({ v: data.v, nonce: data.nonce, type: 'ready' }, origin);
        if (data.type !== 'init') return;
        const form = document.forms[0];
        form.elements.link_token.value = data.token;
        form.elements.provider.value = data.provider;
        for (const button of form.querySelectorAll('button')) button.disabled = false;
      });
    </script>`,
  );

/** The window closes, and the widget asks the service how it went. */
export const closeWindow = (): Response => page('Done', '<script>close()</script>');
