import type { FlowOptions, Shared } from '../state/index.js';

/** Whether the page goes to the redirect URL if the person gives up: as the host page says, else as the token says. */
export const leadsBack = ({
  options,
  session,
}: Pick<Shared, 'session'> & { readonly options: Pick<FlowOptions, 'redirectOn'> }): boolean =>
  options.redirectOn?.includes('cancel') ?? session?.on_close === 'redirect';
