import type { FlowOptions, Shared } from '../state/index.js';

/** Whether the page goes to the redirect URL if the person gives up: by the host page's word, or else the token's. */
export const leadsBack = ({
  options,
  session,
}: Pick<Shared, 'session'> & { readonly options: Pick<FlowOptions, 'redirectOn'> }): boolean =>
  options.redirectOn?.includes('cancel') ?? session?.on_close === 'redirect';
