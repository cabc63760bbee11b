// `ACCESS_TOKEN=… npm run try:provider -- oura`: prints the places and kinds in a real provider's answers, never their values.
import { adapters } from '../src/adapters/index.js';
import { dayOf } from '../src/work/index.js';
import { tryProvider } from './try-provider.js';

const { ACCESS_TOKEN: accessToken = '', API_URL, REGION = null, DAYS = '7', SANDBOX } = process.env;
const slug = process.argv[2] ?? '';
const adapter = adapters.find((each) => each.slug === slug);
const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};
if (!adapter || adapter.signIn.type !== 'oauth')
  fail(
    `Name one of ${adapters.flatMap((each) => (each.signIn.type === 'oauth' && !each.comesByOffers ? each.slug : [])).join(', ')}.`,
  );
else if (adapter.comesByOffers) fail(`${adapter.name} answers nothing but what its notices have named.`);
else if (accessToken === '') fail('Set ACCESS_TOKEN to an access token of your own account.');
else if (!/^[1-9]\d?$/.test(DAYS)) fail('DAYS is a number of days from 1 to 99.');
else {
  const { urls } = adapter.signIn;
  const known =
    typeof urls === 'function' ? urls({ base: null, region: REGION }).api : 'api' in urls ? urls.api : '';
  const api = API_URL ?? known;
  if (!/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/]).*[^/]$/.test(`${api}`))
    fail('Set API_URL to the https address of the interface, without a slash at its end.');
  const { lines, fits } = await tryProvider({
    adapter,
    api,
    accessToken,
    until: dayOf(new Date()),
    days: Number(DAYS),
    // Oura's sandbox has the same answers at other paths.
    ...(SANDBOX === '1' &&
      slug === 'oura' && {
        pathOf: (path) => path.replace('/v2/usercollection', '/v2/sandbox/usercollection'),
      }),
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = fits ? 0 : 1;
}
