import { expect } from '@open-wc/testing';
import { fetchedFirst, importing, retried } from '../../src/loading/index.js';

/** A loader of modules that remembers every failure, as browsers do. While `fails` is true, nothing can be fetched. */
function keepingFailures() {
  const loader = { fails: true, asked: [] as string[] };
  const outcomes = new Map<string, Promise<string>>();
  const load = (address: string): Promise<string> => {
    loader.asked.push(address);
    const known = outcomes.get(address);
    if (known) return known;
    const outcome = loader.fails ? Promise.reject(new TypeError(address)) : Promise.resolve(address);
    outcomes.set(address, outcome);
    return outcome;
  };
  return { loader, load };
}

const fails = (loading: Promise<unknown>) =>
  loading.then(
    () => expect.fail('it loads'),
    () => {},
  );

/** An import as a bundler writes it. The code under test reads its text. `run` is what it does if it is called. */
function written(text: string, run: () => Promise<string>): () => Promise<string> {
  return Object.assign(run, { toString: () => text });
}

describe('a part of the code', () => {
  it('that failed is requested at another address each time', async () => {
    const { loader, load } = keepingFailures();
    const part = retried((query) => load(`./part.js${query}`));
    await fails(part());
    await fails(part());
    loader.fails = false;
    expect(await part()).to.equal('./part.js?retry=2');
    expect(loader.asked).to.deep.equal(['./part.js', './part.js?retry=1', './part.js?retry=2']);
  });

  it('that has loaded is requested at the address that worked', async () => {
    const { loader, load } = keepingFailures();
    const part = retried((query) => load(`./part.js${query}`));
    await fails(part());
    loader.fails = false;
    await part();
    expect(await part()).to.equal('./part.js?retry=1');
  });

  it('that several callers need at once fails once', async () => {
    const { loader, load } = keepingFailures();
    const part = retried((query) => load(`./part.js${query}`));
    await Promise.all([fails(part()), fails(part())]);
    loader.fails = false;
    expect(await Promise.all([part(), part()])).to.deep.equal(['./part.js?retry=1', './part.js?retry=1']);
  });

  it('that does not even begin to load has failed', async () => {
    await fails(
      retried(() => {
        throw new TypeError('refused');
      })(),
    );
  });
});

describe('an import', () => {
  const bundlers = {
    'our own': ['()=>import("./later-CRWhfMCg.js")', './later-CRWhfMCg.js?retry=1'],
    Vite: [
      'async()=>{const{a:t}=await import("./later-x.js");return{a:t}},__vite__mapDeps([0])',
      './later-x.js?retry=1',
    ],
    'Vite’s development server': ["() => import('/src/later.js?t=1')", '/src/later.js?t=1&retry=1'],
    esbuild: ['() => import("./chunks/later-ABC.js")', './chunks/later-ABC.js?retry=1'],
    'one that keeps remarks': ['() => import(/* @vite-ignore */ `./later.js`)', './later.js?retry=1'],
  } as const;
  for (const [name, [text, second]] of Object.entries(bundlers))
    it(`by ${name} is requested again at another address`, async () => {
      const { loader, load } = keepingFailures();
      const first = written(text, () => load('first'));
      const part = importing(first, load);
      await fails(part());
      loader.fails = false;
      expect(await part()).to.equal(second);
    });

  const loaders = {
    webpack: '() => __webpack_require__.e(12).then(__webpack_require__.bind(__webpack_require__, 34))',
    SystemJS: '() => module.import("./later-legacy.js")',
    'an address that is worked out': '() => import(`./${name}.js`)',
  };
  for (const [name, text] of Object.entries(loaders))
    it(`by ${name} is requested again at its first address`, async () => {
      const asked: string[] = [];
      const first = written(text, () => {
        asked.push('first');
        return Promise.reject(new TypeError());
      });
      const part = importing(first, (address) => {
        asked.push(address);
        return Promise.resolve(address);
      });
      await fails(part());
      await fails(part());
      expect(asked).to.deep.equal(['first', 'first']);
    });
});

describe('a module that other parts import', () => {
  const text = '()=>import("./page.js")';

  it('is not imported before it can be fetched', async () => {
    const { loader, load } = keepingFailures();
    const answers = [
      () => Promise.reject(new TypeError('no network')),
      () => Promise.resolve(new Response('', { status: 404 })),
      () => Promise.resolve(new Response('export {}')),
    ];
    const fetched: string[] = [];
    const part = fetchedFirst(
      written(text, () => load('imported')),
      (address) => {
        fetched.push(address);
        return answers.shift()!();
      },
    );
    await fails(part());
    await fails(part());
    expect(loader.asked).to.deep.equal([]);
    loader.fails = false;
    expect(await part()).to.equal('imported');
    expect(fetched).to.deep.equal(['./page.js', './page.js', './page.js']);
  });

  it('is not imported before its own imports can be fetched', async () => {
    const { loader, load } = keepingFailures();
    loader.fails = false;
    const code = 'import{a}from"./shared.js";import"./first.js";const b=()=>import("./later.js");';
    let isFirstTry = true;
    const fetched: string[] = [];
    const part = fetchedFirst(
      written(text, () => load('imported')),
      (address) => {
        fetched.push(address);
        if (address === './shared.js' && isFirstTry) {
          isFirstTry = false;
          return Promise.reject(new TypeError('no network'));
        }
        return Promise.resolve(new Response(address === './page.js' ? code : 'export {}'));
      },
    );
    await fails(part());
    expect(loader.asked).to.deep.equal([]);
    expect(await part()).to.equal('imported');
    const all = ['./page.js', './shared.js', './first.js'];
    expect(fetched).to.deep.equal([...all, ...all]);
  });

  it('is imported at once if its address is not known', async () => {
    const part = fetchedFirst(
      written('() => __webpack_require__.e(1)', () => Promise.resolve('imported')),
      () => expect.fail('nothing is fetched'),
    );
    expect(await part()).to.equal('imported');
  });
});
