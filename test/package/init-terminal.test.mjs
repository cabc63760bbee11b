// What a person types at the terminal of `svc-link init`.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'vitest';
import { openTerminal } from '../../init/ask.ts';

it('answers that are pasted together are each used, and a key among them is not shown', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown = [];
  output.on('data', (data) => shown.push(String(data)));
  const terminal = openTerminal(input, output);

  const first = terminal.ask('The kind', '');
  input.write('html\nhttps://a.test\nsk_secret\n');

  assert.equal(await first, 'html');
  assert.equal(await terminal.ask('The address', ''), 'https://a.test');
  assert.equal(await terminal.ask('The key', '', { secret: true }), 'sk_secret');
  assert.match(shown.join(''), /The kind: [^]*html[^]*The address: https:\/\/a\.test\n[^]*The key: \n/);
  assert.doesNotMatch(shown.join(''), /secret/);
});

it('a person who leaves before a question is asked nothing more', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  output.resume();
  const terminal = openTerminal(input, output);

  const first = terminal.ask('The kind', '');
  input.write('html\n\u0003');

  assert.equal(await first, 'html');
  await assert.rejects(terminal.ask('The address', ''), { name: 'AbortError' });
});
