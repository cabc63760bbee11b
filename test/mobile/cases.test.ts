// How an app reads messages and addresses: the cases that the tests in Kotlin and Swift also read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { isSamePage, mayOpen } from '../../mobile/react-native/src/addresses.js';
import { readMessage } from '../../mobile/react-native/src/message.js';
import { readRedirect } from '../../mobile/react-native/src/outcome.js';

interface Cases {
  readonly messages: readonly { name: string; data: string; read: unknown }[];
  readonly redirects: readonly { name: string; redirectUrl: string; url: string; outcome: unknown }[];
  readonly pages: readonly { linkWebUrl: string; page: string; same: boolean }[];
  readonly opened: readonly { url: string; development: boolean; opens: boolean }[];
}

const cases = JSON.parse(
  readFileSync(new URL('../../mobile/cases.json', import.meta.url), 'utf8'),
  // The file is our own, so its type is known.
) as Cases;

describe('an app', () => {
  for (const { name, data, read } of cases.messages)
    it(`reads a message: ${name}`, () => assert.deepEqual(readMessage(data), read));

  it('reads messages that were parsed before', () => {
    const [first] = cases.messages;
    assert.deepEqual(readMessage(JSON.parse(first?.data ?? '')), first?.read);
    for (const nothing of [undefined, null, 7, [], {}]) assert.equal(readMessage(nothing), null);
  });

  for (const { name, redirectUrl, url, outcome } of cases.redirects)
    it(`reads a redirect: ${name}`, () => assert.deepEqual(readRedirect(url, redirectUrl), outcome));

  for (const { linkWebUrl, page, same } of cases.pages)
    it(`${same ? 'accepts' : 'does not accept'} messages of ${page || 'no page'} for ${linkWebUrl}`, () =>
      assert.equal(isSamePage(page, linkWebUrl), same));

  for (const { url, development, opens } of cases.opened)
    it(`${opens ? 'opens' : 'does not open'} "${url}"${development ? ' during development' : ''}`, () =>
      assert.equal(mayOpen(url, development), opens));
});
