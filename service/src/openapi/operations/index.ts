// Every endpoint of the service, one line each, in the file of its tag. A test compares this list with the routes and the
// contract, so that no endpoint is missing.
import { data } from './data.js';
import { labTesting } from './lab-testing.js';
import { linkTokens } from './link-tokens.js';
import { linking } from './linking.js';
import { management } from './management.js';
import { movingConnections } from './moving-connections.js';
import { providers } from './providers.js';
import { service } from './service.js';
import { users } from './users.js';
import { webhooks } from './webhooks.js';

export { tags, type Operation, type Tag } from './operation.js';

/** The operations by `operationId`, which is the endpoint's name in the contract, in the order of the documentation. */
export const operations = {
  ...users,
  ...linkTokens,
  ...linking,
  ...providers,
  ...data,
  ...movingConnections,
  ...webhooks,
  ...management,
  ...labTesting,
  ...service,
};
