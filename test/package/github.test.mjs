// The files in .github: a workflow that runs what CONTRIBUTING.md says, and forms that GitHub accepts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'vitest';
import { parse } from 'yaml';

const read = (name) => readFileSync(`.github/${name}`, 'utf8');

describe('the workflow', () => {
  const { jobs, permissions } = parse(read('workflows/check.yml'));

  it('runs .ci/run on the lines of Node on which the service is checked', () => {
    const { steps, strategy, container } = jobs.check;
    assert.ok(steps.some(({ run }) => run === '.ci/run'));
    const checked = /\[([\d, ]+)\]\n\s+\.filter\(\(line\)/.exec(readFileSync('scripts/check.mjs', 'utf8'));
    assert.deepEqual(strategy.matrix.node, checked[1].split(',').map(Number));
    assert.match(container.image, /^node:\$\{\{ matrix\.node \}\}-/);
    const [first, ...others] = strategy.matrix.node;
    const inWords = `Node ${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
    assert.ok(readFileSync('CONTRIBUTING.md', 'utf8').includes(inWords), inWords);
  });

  it('may read the repository and nothing else', () => {
    assert.deepEqual(permissions, { contents: 'read' });
  });
});

describe('the workflow of the site', () => {
  const { on, jobs } = parse(read('workflows/site.yml'));

  it('writes the files of a version beside the published ones', () => {
    assert.deepEqual(on, { push: { tags: ['v*'] } });
    const runs = jobs.site.steps.map(({ run }) => run ?? '');
    const before = runs.findIndex((run) => /git worktree add site /.test(run));
    const build = runs.indexOf('npm run docs:static');
    assert.ok(before >= 0 && build > before && runs.at(-1).includes('HEAD:gh-pages'), runs.join('\n'));
    assert.ok('docs:static' in JSON.parse(readFileSync('package.json', 'utf8')).scripts);
  });
});

describe('every workflow', () => {
  for (const name of readdirSync('.github/workflows'))
    it(`runs scripts that exist: ${name}`, () => {
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
      const runs = Object.values(parse(read(`workflows/${name}`)).jobs).flatMap(({ steps }) =>
        steps.map(({ run }) => run ?? ''),
      );
      for (const run of runs) {
        for (const [, file] of run.matchAll(/\bnode (\S+\.mjs)/g)) assert.ok(existsSync(file), file);
        for (const [, script] of run.matchAll(/\bnpm run (\S+)/g)) assert.ok(script in scripts, script);
      }
      assert.ok(runs.some(Boolean));
    });
});

describe('the forms for issues', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');

  it('are for a bug and for an idea, and a person must choose one', () => {
    assert.deepEqual(forms.sort(), ['bug.yml', 'idea.yml']);
    assert.equal(parse(read('ISSUE_TEMPLATE/config.yml')).blank_issues_enabled, false);
  });

  for (const name of forms)
    it(`have the structure that GitHub accepts: ${name}`, () => {
      const form = parse(read(`ISSUE_TEMPLATE/${name}`));
      assert.ok(form.name && form.description && Array.isArray(form.labels));
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length);
      for (const { type, id, attributes } of fields) {
        assert.match(type, /^(?:input|textarea|dropdown|checkboxes)$/);
        assert.match(id, /^[\w-]+$/);
        assert.ok(attributes.label, id);
        if (type === 'dropdown' || type === 'checkboxes') assert.ok(attributes.options.length > 0, id);
      }
    });

  it('ask people not to write secrets or vulnerabilities into a bug', () => {
    assert.match(read('ISSUE_TEMPLATE/bug.yml'), /SECURITY\.md/);
    assert.match(read('ISSUE_TEMPLATE/bug.yml'), /Leave out\*\* link tokens, API keys/);
  });
});
