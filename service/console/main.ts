// The console's entry: defines its elements, except those that load with their views (later-views.ts).
import { SvcConsole } from './app.js';
import { CopyField } from './pieces/copy-field.js';
import { ConnectionsView } from './views/connections.js';
import { ProvidersView } from './views/providers.js';
import { SignIn } from './views/sign-in.js';
import { TeamsView } from './views/teams.js';
import { WebhooksView } from './views/webhooks.js';

const elements = {
  'svc-console': SvcConsole,
  'console-connections': ConnectionsView,
  'console-copy-field': CopyField,
  'console-providers': ProvidersView,
  'console-sign-in': SignIn,
  'console-teams': TeamsView,
  'console-webhooks': WebhooksView,
};

for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
