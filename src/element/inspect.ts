import type { LinkProvider } from '../contract/index.js';
import type { State } from '../flow/index.js';
import { imageUrl } from './safe-url.js';
import type { Warn } from './warn.js';

/** Warns of what the service or the team's server sent that the widget shows in a plainer way than meant. */
export function inspect(state: State, warn: Warn): void {
  const { offered, session } = state;
  if (session && offered.length === 0)
    warn('this link token offers no provider. Look at filter_on_providers of POST /v2/link/token.');
  for (const provider of offered) inspectProvider(provider, warn);
  if (holdsMarkup(session?.app_name) || holdsMarkup(session?.user_label))
    warn('app_name or user_label holds markup, which is shown as text.');
  if (state.step === 'problem') inspectProblem(state.problem.code, warn);
}

function inspectProvider({ name, slug, logo, resources }: LinkProvider, warn: Warn): void {
  if (!name.trim()) warn(`provider "${slug}" has no name: its slug is shown.`);
  if (!imageUrl(logo)) warn(`provider "${slug}" has no usable logo: its first letter is shown.`);
  if ([name, ...(resources ?? [])].some(holdsMarkup))
    warn(`provider "${slug}" holds markup in its texts, which is shown as text.`);
}

function inspectProblem(code: string, warn: Warn): void {
  if (code === 'origin_not_allowed')
    warn(
      `the link token does not allow ${location.origin}. Add it to allowed_origins of POST /v2/link/token.`,
    );
  if (code === 'invalid_token')
    warn('the service does not know this link token. Create one with POST /v2/link/token on your server.');
}

const holdsMarkup = (text: string | null | undefined): boolean => /<[a-z!/]/i.test(text ?? '');
