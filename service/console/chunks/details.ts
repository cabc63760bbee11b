// The pages of one provider and of one user, which other pages link to.
import { ReconnectLink } from '../pieces/reconnect-link.js';
import { ProviderView } from '../views/provider.js';
import { UserView } from '../views/user.js';

export const elements = {
  'console-provider': ProviderView,
  'console-reconnect-link': ReconnectLink,
  'console-user': UserView,
};
