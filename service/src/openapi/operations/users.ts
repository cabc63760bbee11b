import {
  createInsurance,
  createUser,
  deleteUser,
  disconnectProvider,
  exportUser,
  listUserProviders,
  listUsers,
  readUser,
  undoDeleteUser,
} from 'svc-link/contract';
import { insurance } from './insurance-example.js';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Users');

export const users = {
  createUser: of(createUser, 'Create a user', {
    refusals: {
      400: '`already_exists`: the `client_user_id` is taken; `user_id` and `created_on` are those of its user',
    },
    examples: { user: { client_user_id: 'your-id-of-the-person' } },
  }),
  listUsers: of(listUsers, 'List the users of the team, the oldest first'),
  readUser: of(readUser, 'Read a user'),
  exportUser: of(exportUser, 'Export all that is known of a user', {
    description:
      'One document, sent while it is read, as a download. An answer that breaks off is no JSON: ask again. The audit log has `user.exported`.',
  }),
  deleteUser: of(deleteUser, 'Delete a user', {
    description: 'The connections end at once, the rest after 7 days, in which it can be undone.',
  }),
  undoDeleteUser: of(undoDeleteUser, 'Take back the deletion of a user', {
    description:
      'Names the user once: by one of the two ids, in the query or in the body. Connections stay ended.',
    refusals: {
      404: 'the user is unknown, not deleted, or gone for good',
      409: 'another user has taken the `client_user_id`',
    },
    examples: { 'by your own id': { client_user_id: 'your-id-of-the-person' } },
  }),
  listUserProviders: of(listUserProviders, 'List what a user has connected'),
  disconnectProvider: of(disconnectProvider, 'End a connection of a user'),
  createInsurance: of(createInsurance, 'Attach an insurance record to a user', {
    description:
      "The insured is the patient. `MEDFED` and `MAIDFED` become the Medicare or Medicaid plan of the state in the address; `company` is the service's to say.",
    refusals: {
      403: '`feature_not_enabled`: `MEDFED` and `MAIDFED` are in closed beta; or the key is of another kind',
      422: 'a field or rule is not kept; `detail` names it, as does `no_state_plan`; `idempotency_key_reused`',
    },
    examples: {
      'a plan of the state': { ...insurance, payor_code: 'MAIDFED' },
      'a payor by its code': { ...insurance, group_id: 'G-1', is_primary: false },
    },
  }),
} satisfies Readonly<Record<string, Operation>>;
