import { passwordApplication } from '../applications/index.js';
import type { Deps } from '../deps.js';
import { isPassword, signInWithPassword, type Tokens } from '../grants/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { signIn, type SignIn, type SignInOutcome } from '../providers/index.js';

/** The outcome of a sign-in. A sign-in at a real provider results in a session there. */
export type Outcome =
  | SignInOutcome
  | { readonly type: 'session'; readonly account: string; readonly tokens: Tokens };

/** Signs in at a provider. No transaction may be open, because a real provider is asked over HTTP. */
export async function signInAt(
  deps: Pick<Deps, 'log' | 'budgets' | 'providerSettings'>,
  by: SignIn,
): Promise<Outcome> {
  const { adapter, slug } = by.provider;
  if (!adapter) return signIn(by);
  const at = isPassword(adapter) ? passwordApplication(deps, adapter) : undefined;
  if (!at) throw new Error('a provider is offered that nobody can sign in to');
  const { username, password, region } = by;
  const gate = deps.budgets.gateFor({ ...at, grant: null }, 'linking');
  try {
    const answer = await signInWithPassword(at, { username, password, region }, gate);
    return answer.type === 'success' ? { ...answer, type: 'session' } : answer;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, errorType } = error.failure;
    // The number of other requests and the faults of the application are not the person's fault.
    deps.log[kind === 'application' ? 'error' : 'warn'](
      { err: error, provider: slug },
      'a provider let nobody in',
    );
    return { type: 'error', errorType: kind === 'scope' ? errorType : 'provider_api_error' };
  }
}
