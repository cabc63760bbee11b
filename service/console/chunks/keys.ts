// The pages of keys, which few people open.
import { Confirm } from '../pieces/confirm.js';
import { Created } from '../pieces/created.js';
import { ApiKeysView } from '../views/api-keys.js';
import { ManagementKeysView } from '../views/management-keys.js';

export const elements = {
  'console-api-keys': ApiKeysView,
  'console-confirm': Confirm,
  'console-created': Created,
  'console-management-keys': ManagementKeysView,
};
