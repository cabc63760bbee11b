// Three style sheets cannot be shared: the widget's, the hosted page's, which must be there before any script, and the service's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'vitest';

const sheets = ['src/element/language.styles.ts', 'src/hosted/hosted.css', 'service/src/pages/style.ts'];

/** A sheet's rules for each language: the property and its value after the selector that names the language. */
function rulesOf(file) {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const found = [...text.matchAll(/((?::lang\(\w+\)[, )]*)+)[^{}]*\{\s*([\w-]+: [\w-]+);/g)];
  return found.map(([, languages, rule]) => `${languages.match(/\w+(?=\))/g).join()} ${rule}`);
}

it('each style sheet has the same rules for a language', () => {
  const [widget, hosted, pages] = sheets.map(rulesOf);
  assert.deepEqual(widget, [
    'zh,ja text-autospace: normal',
    'ja word-break: auto-phrase',
    'ko word-break: keep-all',
  ]);
  assert.deepEqual(hosted, widget);
  assert.deepEqual(
    pages.filter((rule) => !rule.endsWith('unicode-bidi: normal')),
    widget,
  );
  for (const sheet of sheets)
    assert.match(
      readFileSync(new URL(`../../${sheet}`, import.meta.url), 'utf8'),
      /bdi:dir\(ltr\) \{\s*unicode-bidi: normal;/,
    );
});
