// What failed, as the reporters of tests write it and scripts/check.mjs finds it again, to repeat it at the end.

const longest = 40;

/** A line that names what failed and, set in by four spaces, what is known of it. */
export function failureText(name, report) {
  const lines = String(report).split('\n').slice(0, longest);
  return `\nfailed: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** The failures in the output of a stage. */
export const failuresIn = (output) => output.match(/^failed: .*\n(?: {4}.*\n)*/gm) ?? [];
