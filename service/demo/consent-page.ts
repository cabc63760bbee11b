// The pages of a simulated provider that a person sees: the consent page, and the account page where they end the access.

export interface Shown {
  readonly name: string;
  readonly colour: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The account is a number. The same number signs in to the same account again. */
const account = `<label for="account">Account, any number</label>
<input id="account" name="account" value="4711" inputmode="numeric" pattern="[0-9]{1,9}" required>`;

const pageOf = ({ name, colour }: Shown, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(name)}, played</title>
<style>
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #f5f5f7 }
main { max-width: 24rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; color: ${colour} }
ul { padding: 0; list-style: none } label { display: block; margin-block: 1rem .25rem } li label { margin: 0 }
[name=account] { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem } code { overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1.25rem; border-radius: 8px; border: 1px solid ${colour}; background: #fff; color: ${colour} }
button[value=allow], button[value=end] { background: ${colour}; color: #fff } p { margin-block: 1rem 0 }
</style>
<main><h1>${escaped(name)}</h1>
${body}</main></html>`;

const tick = (scope: string): string =>
  `<li><label><input type="checkbox" name="scope" value="${escaped(scope)}" checked> <code>${escaped(scope)}</code></label></li>`;

/** The page that asks a person at the provider to allow these scopes. */
export const consentPage = (shown: Shown, scopes: readonly string[]): string =>
  pageOf(
    shown,
    `<p>This page is played on your machine. It asks for what the service asks for:</p>
<form method="post"><ul>${scopes.map(tick).join('')}</ul>
${account}
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny" formnovalidate>Cancel</button></p></form>`,
  );

/** The page where a person ends the access. `ended` is the account whose access was just ended. */
export const accountPage = (shown: Shown, ended?: string): string =>
  pageOf(
    shown,
    `<p role="status">${ended === undefined ? 'This page is played on your machine.' : `The access to account ${escaped(ended)} has ended.`}</p>
<form method="post">${account}
<p><button name="decision" value="end">End the access of the service</button></p></form>`,
  );
