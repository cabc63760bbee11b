/**
 * Goes to the hosted page by a form POST, which keeps the token out of every address. Fields without a value are left out. If
 * the host page's CSP has `form-action`, it must name the hosted page's origin; Chromium also applies it to the redirects that
 * follow. `default-src` does not apply.
 */
export function postToHosted(
  page: Window,
  hostedUrl: string,
  target: '_self' | '_blank',
  fields: Readonly<Record<string, string | undefined>>,
): void {
  const form = page.document.createElement('form');
  form.method = 'post';
  form.action = hostedUrl;
  form.target = target;
  for (const [name, value] of Object.entries(fields)) {
    if (!value) continue;
    const input = page.document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.document.body.append(form);
  form.submit();
  form.remove();
}
