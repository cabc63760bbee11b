// The console's entry: defines its elements.
import { SvcConsole } from './app.js';
import { Confirm } from './pieces/confirm.js';
import { Created } from './pieces/created.js';
import { Plot } from './plots/plot.js';
import { ApiKeysView } from './views/api-keys.js';
import { BulkView } from './views/bulk.js';
import { ConnectionsView } from './views/connections.js';
import { DeliveriesView } from './views/deliveries.js';
import { LinksView } from './views/links.js';
import { ManagementKeysView } from './views/management-keys.js';
import { ProviderView } from './views/provider.js';
import { ProvidersView } from './views/providers.js';
import { SignIn } from './views/sign-in.js';
import { TeamsView } from './views/teams.js';
import { UserView } from './views/user.js';
import { WebhooksView } from './views/webhooks.js';

const elements = {
  'svc-console': SvcConsole,
  'console-api-keys': ApiKeysView,
  'console-bulk': BulkView,
  'console-confirm': Confirm,
  'console-connections': ConnectionsView,
  'console-created': Created,
  'console-deliveries': DeliveriesView,
  'console-links': LinksView,
  'console-management-keys': ManagementKeysView,
  'console-plot': Plot,
  'console-provider': ProviderView,
  'console-providers': ProvidersView,
  'console-sign-in': SignIn,
  'console-teams': TeamsView,
  'console-user': UserView,
  'console-webhooks': WebhooksView,
};

for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
