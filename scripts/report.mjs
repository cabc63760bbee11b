// Reads the JUnit reports of all test runners, for scripts/check.mjs.
import { existsSync, readFileSync } from 'node:fs';

const longest = 40;
const attributes = String.raw`((?:[^>"]|"[^"]*")*?)`;
const tags = new RegExp(
  `<(testsuite) ${attributes}>|</(testsuite)>|<(testcase) ${attributes}(?:/>|>([^]*?)</testcase>)`,
  'g',
);
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decode = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name]);
const nameOf = (text) => decode(decode(/\bname="([^"]*)"/.exec(text)?.[1] ?? ''));

/** The name of a failure, followed by its text, indented by four spaces. */
export function failureText(name, text) {
  const lines = text.split('\n').slice(0, longest);
  return `failed: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** How many tests passed, and the text of each failure. A missing report, or a report without a test, is a failure too. */
export function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failures: [failureText(file, 'There is no report.')] };
  const failures = [];
  const suites = [];
  let all = 0;
  let skipped = 0;
  // CDATA contains text, even if it looks like tags.
  const text = readFileSync(file, 'utf8').replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, inside) =>
    inside.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
  );
  for (const [, suite, ofSuite, end, , ofCase, inside = ''] of text.matchAll(tags)) {
    if (suite) {
      if (!ofSuite.endsWith('/')) suites.push(nameOf(ofSuite));
    } else if (end) suites.pop();
    else {
      all++;
      if (inside.includes('<skipped')) skipped++;
      const failure = /<(?:failure|error)\b(?:[^>"]|"[^"]*")*>([^]*)/.exec(inside);
      if (!failure) continue;
      const known = decode(failure[1].replace(/<\/(?:failure|error)>[^]*/, '')).trim();
      failures.push(failureText([...suites, nameOf(ofCase)].join(': '), known));
    }
  }
  if (all === 0) return { passed: 0, failures: [failureText(file, 'There is no test in it.')] };
  return { passed: all - skipped - failures.length, failures };
}
