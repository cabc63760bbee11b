// Which fields may be null: a list written from the specification's types, compared with the contract.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import * as contract from 'svc-link/contract';
import * as z from 'zod/mini';

/** The paths of a schema's fields that may be null. Positions in lists are not part of a path. */
function nullable(schema: $ZodType, path = ''): string[] {
  // Zod's own union of every kind of schema.
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) =>
        nullable(inner, path ? `${path}.${name}` : name),
      );
    case 'array':
      return nullable(def.element, path);
    case 'record':
      return nullable(def.valueType, path);
    case 'optional':
      return nullable(def.innerType, path);
    case 'nullable':
      return [path, ...nullable(def.innerType, path)];
    case 'union':
      return def.options.flatMap((option) => nullable(option, path));
    default:
      return [];
  }
}

const recipe = contract.bulkExport.response.shape.data._zod.def.element;

/** The values of section 2 in answers: first the fields that the specification marks with `?`, then our own additions. */
const values: readonly (readonly [name: string, schema: $ZodType, said: string, ours?: string])[] = [
  ['2.1 to 2.4', contract.Insurance, 'group_id'],
  // A user may have no `client_user_id` (section 1) and no fallback values.
  ['2.5', contract.User, '', 'client_user_id fallback_birth_date fallback_time_zone'],
  ['2.6', contract.UserProvider, 'error_details', 'consent resource_availability.reason'],
  ['2.7', recipe, ''],
  ['2.7 as it is sent', contract.ConnectionRecipe, ''],
  ['2.9', contract.Marker, 'unit expected_results.loinc.unit'],
  [
    '2.10',
    contract.Appointment,
    'start_at end_at order_transaction_id iana_timezone external_id appointment_notes',
  ],
  ['2.11', contract.AreaInfo, ''],
  // The widget must end even with an incomplete link result, so it accepts null in every field but `state`.
  [
    '2.12',
    contract.LinkResult,
    'provider_id redirect_url error_type error',
    'provider connected link_session_id attempt consent provider_mfa provider_mfa.method provider_mfa.hint confirm_code',
  ],
  ['2.14', contract.TeamListItem, ''],
  ['2.15, source', contract.SourceContext, 'app_id'],
  ['2.15, provider', contract.ProviderObject, ''],
];

/** What section 4 says about bodies and queries. */
const requests: typeof values = [
  [
    '4.1',
    contract.createInsurance.body,
    'group_id',
    'guarantor guarantor.household_income guarantor.household_size guarantor.address.access_notes insured.address.access_notes ' +
      // 2.4
      'guarantor.address.second_line insured.address.second_line',
  ],
  ['4.3', contract.bulkImport.body, ''],
  ['4.4', contract.bulkExport.body, 'user_ids next_token'],
  ['4.5', contract.listUsers.query, ''],
  ['4.6, query', contract.undoDeleteUser.query, 'user_id client_user_id'],
  ['4.6, body', contract.undoDeleteUser.body, 'user_id client_user_id'],
  ['4.7', contract.listLabTestMarkers.query, ''],
  ['4.8, query', contract.listOrderSetMarkers.query, ''],
  ['4.8, body', contract.listOrderSetMarkers.body, 'lab_test_ids lab_account_id', 'add_on'],
  [
    '4.9',
    contract.bookAppointment.body,
    'appointment_notes sync_confirmation_timeout_millisecond async_confirmation_timeout_millisecond',
  ],
  ['4.10', contract.completeMfa.body, ''],
  ['4.11', contract.readAreaInfo.query, 'lab lab_account_id'],
  ['4.12', contract.listTeams.query, 'region search_query next_cursor'],
  ['4.13, orders', contract.listOrders.query, 'interpretation'],
];

/** What section 4 says about answers, besides the values of section 2. */
const answers: typeof values = [
  ['4.2', z.omit(contract.listUserProviders.response, { providers: true }), ''],
  ['4.3', contract.bulkImport.response, ''],
  ['4.4', contract.bulkExport.response, 'next_token'],
  ['4.5', z.omit(contract.listUsers.response, { users: true }), '', 'next_cursor'],
  ['4.6', contract.undoDeleteUser.response, ''],
  ['4.7', z.omit(contract.listLabTestMarkers.response, { markers: true }), ''],
  ['4.8', z.omit(contract.listOrderSetMarkers.response, { markers: true }), 'total page size pages'],
  ['4.12', z.omit(contract.listTeams.response, { teams: true }), 'next_cursor'],
];

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

describe('what may be null', () => {
  for (const [name, schema, said, ours = ''] of values)
    // spec 2.0.2
    it(`is what the specification says of ${name}`, () => {
      assert.deepEqual(nullable(schema).sort(), [...words(said), ...words(ours)].sort());
    });

  for (const [name, schema, said, ours = ''] of [...requests, ...answers])
    // spec 4.0.2
    it(`is what the specification says of ${name}`, () => {
      assert.deepEqual(nullable(schema).sort(), [...words(said), ...words(ours)].sort());
    });
});
