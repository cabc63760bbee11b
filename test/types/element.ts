// How an application's type checker sees the element. An expected error that does not occur is an error.
import 'svc-link/define';
import { SvcLink, type Step, type SvcLinkTemplateProps, type SvcSuccessEvent } from 'svc-link';

const link = document.createElement('svc-link') satisfies SvcLink;

// Events are known by name, on the element and on every node that they bubble to.
link.addEventListener('svc-success', (event) => {
  const provider: string | null = event.detail.provider;
  // @ts-expect-error -- the result holds no credential
  return [provider, event.detail.password];
});
document.querySelector('svc-link')?.addEventListener('svc-exit', ({ detail }) => {
  const outcome: 'success' | 'error' | 'cancelled' = detail.outcome;
  // @ts-expect-error -- an outcome that is none
  return outcome === 'failed';
});
document.body.addEventListener('svc-step', ({ detail }) => detail.previous satisfies Step);
document.addEventListener('svc-redirect', (event) => event.preventDefault());
window.addEventListener('svc-error', ({ detail }) => detail.code satisfies string);

const heard = ({ detail }: SvcSuccessEvent): unknown => detail.link_session_id;
link.addEventListener('svc-success', heard, { once: true });
link.removeEventListener('svc-success', heard);
// @ts-expect-error -- a listener for another event
link.removeEventListener('svc-step', heard);

// The call in a program.
void SvcLink.open({
  baseUrl: 'https://link.example.com',
  tokenProvider: async () => ({ link_token: 'token', start: {} }),
  signal: AbortSignal.timeout(1000),
  on: { 'svc-step': ({ detail }) => detail.step },
}).then(({ outcome, results }) => {
  outcome satisfies 'success' | 'error' | 'cancelled';
  return results.map(({ provider }): string | null => provider);
});
link.preload();
// @ts-expect-error -- the other modes have a place in the page
void SvcLink.open({ baseUrl: '', mode: 'frame' });
// @ts-expect-error -- it is what the call does
void SvcLink.open({ baseUrl: '', open: true });
// @ts-expect-error -- no such event
void SvcLink.open({ baseUrl: '', on: { 'svc-done': () => {} } });

// Properties.
link.mode = 'dialog';
link.providers = ['quartz_scale'];
link.tokenProvider = async () => 'token';
link.messages = { 'common.close': 'Leave' };
link.help = { quartz_scale: { usernameLabel: 'Member number' } };
link.show();
// @ts-expect-error -- no such mode
link.mode = 'carousel';
// @ts-expect-error -- no such text
link.messages = { 'common.shut': 'Leave' };
// @ts-expect-error -- a promise of the token, not the token
link.tokenProvider = () => 'token';

// The types for Solid, which writes other names in lower case.
type InSolid = SvcLinkTemplateProps<'on:'>;
({
  'base-url': 'https://link.example.com',
  'prop:tokenProvider': async () => 'token',
  'prop:providers': ['quartz_scale'],
  mode: 'dialog',
  'on:svc-success': heard,
}) satisfies InSolid;
// @ts-expect-error -- nothing would come of it
({ tokenProvider: async () => 'token' }) satisfies InSolid;
// @ts-expect-error -- the same
({ linkToken: 'token' }) satisfies InSolid;
// @ts-expect-error -- a promise of the token, not the token
({ 'prop:tokenProvider': () => 'token' }) satisfies InSolid;
// @ts-expect-error -- no such mode
({ mode: 'carousel' }) satisfies InSolid;
({ tokenProvider: async () => 'token', baseUrl: '' }) satisfies SvcLinkTemplateProps;
