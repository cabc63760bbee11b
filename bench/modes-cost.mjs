// What the modes other than `inline` cost its first screen: compares the script with a script from which they are cut out.
//
//   npm run bench:modes-cost
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

process.env.NODE_ENV = 'production';

const withoutModes = [
  [/controllers\/modes\.ts$/, () => 'export class Modes { get current() {} get shown() {} settle() {} }'],
  [
    /element\/svc-link\.ts$/,
    (code) =>
      code
        .replace(/<slot name="trigger"[\s\S]*?<\/slot\s*>\s*\$\{panel \|\| status\}/, '')
        .replaceAll('this.#modes.shown?.', 'this.#run.'),
  ],
  [
    /element\/attributes\.ts$/,
    (code) => code.replace(/const place = [\s\S]*?: undefined;/, 'return undefined;'),
  ],
  [/svc-link\.styles\.ts$/, (code) => code.replace(/ {2}:host\(\[mode\]:not[^}]*\}\n/, '')],
];

const cut = {
  name: 'without-modes',
  enforce: 'pre',
  transform(code, id) {
    const found = withoutModes.find(([file]) => file.test(id));
    const left = found ? found[1](code) : code;
    if (found && left === code) this.error(`nothing to cut out of ${id}: mend bench/modes-cost.mjs`);
    return left;
  },
};

async function firstScreen(plugins) {
  const result = await build({
    mode: 'cdn',
    logLevel: 'error',
    build: { write: false, sourcemap: false },
    plugins,
  });
  const { output } = Array.isArray(result) ? result[0] : result;
  const { code } = output.find(({ fileName }) => fileName === 'svc-link.js');
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;
}

const whole = await firstScreen([]);
const alone = await firstScreen([cut]);
const budget = 0.5;
console.log(`first screen ${whole.toFixed(2)} kB, without the modes ${alone.toFixed(2)} kB brotli`);
console.log(`the modes cost it ${(whole - alone).toFixed(2)} kB of ${budget} kB`);
if (whole - alone > budget) process.exitCode = 1;
