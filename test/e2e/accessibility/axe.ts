// Runs axe on a page, in all of its frames.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules for the whole page. They are not checked in its frames. */
const ofPage = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** Runs in the page. */
async function run([tags, skipped]: [tags: string[], skipped: string[]]) {
  const { violations } = await window.axe.run(document, {
    iframes: false,
    resultTypes: ['violations'],
    runOnly: tags,
    rules: Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`),
  );
}

/** The violations that axe finds. */
export async function axeFaults(page: Page) {
  const faults: string[] = [];
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(source);
    faults.push(
      ...(await frame.evaluate(run, [standard, frame === page.mainFrame() ? [] : ofPage] as [
        string[],
        string[],
      ])),
    );
  }
  return faults;
}
