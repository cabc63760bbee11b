import {
  bookAppointment,
  createOrder,
  listAppointmentSlots,
  listLabTestMarkers,
  listLabTests,
  listOrders,
  listOrderSetMarkers,
  readAreaInfo,
  readOrder,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Lab testing');

export const labTesting = {
  readAreaInfo: of(readAreaInfo, 'Read where blood can be drawn near a ZIP code', {
    refusals: { 404: '`lab_account_not_found`' },
  }),
  listLabTests: of(listLabTests, 'List what can be ordered', {
    refusals: { 404: '`lab_account_not_found`' },
  }),
  listLabTestMarkers: of(listLabTestMarkers, 'List what a test measures', {
    refusals: { 404: '`lab_test_not_found`: unknown, or not offered; `lab_account_not_found`' },
  }),
  listOrderSetMarkers: of(listOrderSetMarkers, 'List what several tests and add-ons measure together', {
    description: 'Each marker once. Without tests and add-ons there are none.',
    refusals: { 404: '`lab_test_not_found`: unknown, or not offered; `lab_account_not_found`' },
    examples: {
      'two tests': {
        lab_test_ids: ['00000000-0000-4000-8000-000000000104', '00000000-0000-4000-8000-000000000105'],
      },
      'a test and an add-on': {
        lab_test_ids: ['00000000-0000-4000-8000-000000000104'],
        add_on: { provider_ids: ['ALD0012'] },
      },
    },
  }),
  createOrder: of(createOrder, 'Order a test for a user', {
    description:
      'Without an appointment the patient is taken to go to the laboratory. Results come some days later, by the sandbox clock: a `client_user_id` that begins with `lab-normal`, `lab-abnormal` or `lab-critical` says which.',
    refusals: { 404: '`user_not_found` or `lab_test_not_found`' },
    examples: {
      order: {
        user_id: '00000000-0000-4000-8000-000000000003',
        lab_test_id: '00000000-0000-4000-8000-000000000104',
      },
    },
  }),
  readOrder: of(readOrder, 'Read an order, with its appointment and results', {
    refusals: { 500: '`value_unreadable`: what is stored cannot be decrypted' },
  }),
  listOrders: of(listOrders, 'List orders, the oldest first', {
    description: 'With an interpretation, in the order in which the results came.',
  }),
  listAppointmentSlots: of(listAppointmentSlots, 'List when somebody can come', {
    description:
      'A week of slots. The partner `prompt` confirms at once, `late` after 5 seconds, `never` never does, `failing` refuses.',
    refusals: { 404: '`order_not_found`' },
    examples: { 'the next week': { order_id: '00000000-0000-4000-8000-000000000004' } },
  }),
  bookAppointment: of(bookAppointment, 'Book a slot', {
    description:
      'Waits up to 10 seconds. With `async_confirmation` it waits less and answers with a pending appointment, which is cancelled where it is not confirmed in time.',
    refusals: {
      404: '`order_not_found`',
      409: '`appointment_exists`, `order_not_bookable`, `booking_key_used` or `slot_over`',
      500: '`appointment_not_confirmed`: the partner did not confirm; nothing is booked',
    },
    examples: {
      'wait for the confirmation': { booking_key: 'of-a-slot' },
      'in the background': { booking_key: 'of-a-slot', async_confirmation: true },
    },
  }),
} satisfies Readonly<Record<string, Operation>>;
