import ts from 'typescript';

/** The functions of tests that run. A skipped test proves nothing. */
const runs = /^(?:it|test|describe)(?:\.(?:each|for|only))?$/;

/**
 * The titles of the tests and groups in a source text. An ellipsis
 * replaces the parts of a title that are known only when the test runs.
 */
export function titlesIn(text) {
  const source = ts.createSourceFile('any.ts', text, ts.ScriptTarget.Latest);
  const titles = new Set();
  const visit = (node) => {
    if (ts.isCallExpression(node) && runs.test(nameOf(node.expression))) {
      const title = titleOf(node.arguments[0]);
      if (title !== undefined) titles.add(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** The name of the called function, such as `describe` or `it.each`. */
function nameOf(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee)) return `${nameOf(callee.expression)}.${callee.name.text}`;
  // `it.each(table)(title, …)`
  return ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee)
    ? nameOf(callee.expression ?? callee.tag)
    : '';
}

function titleOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text.replace(/%[sdifjo]|\$\w+/g, '…');
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
