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
  type BodyOf,
  type Interpretation,
  type LabTest,
  type Marker,
  type Order,
  type QueryOf,
} from '../contract/index.js';
import type { Answer, CallOptions, RepeatableCallOptions } from './client-options.js';
import { after, eachFrom, eachNumbered } from './pages.js';
import type { Send } from './send.js';

type OrderSet = BodyOf<typeof listOrderSetMarkers>;

/** The calls for lab tests. */
export interface LabCalls {
  /** Where blood can be drawn near a ZIP code (spec 4.11). */
  readAreaInfo(query: QueryOf<typeof readAreaInfo>, call?: CallOptions): Answer<typeof readAreaInfo>;
  /** A page of the tests that a lab account offers. */
  listLabTests(query?: QueryOf<typeof listLabTests>, call?: CallOptions): Answer<typeof listLabTests>;
  /** All these tests; reads each page as you need it: `for await (const test of client.labTests())`. */
  labTests(labAccountId?: string, call?: CallOptions): AsyncGenerator<LabTest, void, undefined>;
  /** A page of the markers that a test measures (spec 4.7). */
  listLabTestMarkers(
    labTestId: string,
    query?: QueryOf<typeof listLabTestMarkers>,
    call?: CallOptions,
  ): Answer<typeof listLabTestMarkers>;
  /** All markers that a test measures, a page at a time. */
  labTestMarkers(
    labTestId: string,
    labAccountId?: string,
    call?: CallOptions,
  ): AsyncGenerator<Marker, void, undefined>;
  /** A page of the markers that several tests and add-ons measure together (spec 4.8). */
  listOrderSetMarkers(
    orderSet: OrderSet,
    query?: QueryOf<typeof listOrderSetMarkers>,
    call?: CallOptions,
  ): Answer<typeof listOrderSetMarkers>;
  /** All markers that the tests and add-ons measure together, a page at a time. */
  orderSetMarkers(orderSet: OrderSet, call?: CallOptions): AsyncGenerator<Marker, void, undefined>;
  /** Orders a test for a user. */
  createOrder(body: BodyOf<typeof createOrder>, call?: RepeatableCallOptions): Answer<typeof createOrder>;
  /** An order, with its appointment and its results. */
  readOrder(orderId: string, call?: CallOptions): Answer<typeof readOrder>;
  /** A page of your orders, the oldest first, or of those with an interpretation. */
  listOrders(query?: QueryOf<typeof listOrders>, call?: CallOptions): Answer<typeof listOrders>;
  /** All your orders, or those with an interpretation, a page at a time. */
  orders(interpretation?: Interpretation, call?: CallOptions): AsyncGenerator<Order, void, undefined>;
  /** The times at which a partner can visit to take the sample. */
  listAppointmentSlots(
    body: BodyOf<typeof listAppointmentSlots>,
    call?: CallOptions,
  ): Answer<typeof listAppointmentSlots>;
  /** Books one of these slots, and waits for the partner as `booking` says (spec 4.9). */
  bookAppointment(
    orderId: string,
    booking: BodyOf<typeof bookAppointment>,
    call?: RepeatableCallOptions,
  ): Answer<typeof bookAppointment>;
}

/** The most items that a page holds (spec 8). */
const size = 100;

export function labCalls(send: Send): LabCalls {
  const of = (labAccountId: string | undefined) =>
    labAccountId === undefined ? {} : { lab_account_id: labAccountId };
  return {
    readAreaInfo: (query, call) => send(readAreaInfo, { query, ...call }),
    listLabTests: (query = {}, call) => send(listLabTests, { query, ...call }),
    labTests: (labAccountId, call) =>
      eachNumbered(async (page) => {
        const query = { ...of(labAccountId), page, size };
        return (await send(listLabTests, { query, ...call })).lab_tests;
      }),
    listLabTestMarkers: (labTestId, query = {}, call) =>
      send(listLabTestMarkers, { params: { lab_test_id: labTestId }, query, ...call }),
    labTestMarkers: (labTestId, labAccountId, call) =>
      eachNumbered(async (page) => {
        const query = { ...of(labAccountId), page, size };
        return (await send(listLabTestMarkers, { params: { lab_test_id: labTestId }, query, ...call }))
          .markers;
      }),
    listOrderSetMarkers: (body, query = {}, call) => send(listOrderSetMarkers, { body, query, ...call }),
    orderSetMarkers: (body, call) =>
      eachNumbered(
        async (page) => (await send(listOrderSetMarkers, { body, query: { page, size }, ...call })).markers,
      ),
    createOrder: (body, call) => send(createOrder, { body, ...call }),
    readOrder: (orderId, call) => send(readOrder, { params: { order_id: orderId }, ...call }),
    listOrders: (query = {}, call) => send(listOrders, { query, ...call }),
    orders: (interpretation, call) =>
      eachFrom(async (from: { next_cursor: string } | { page: number } | undefined) => {
        const query = { ...(interpretation && { interpretation }), ...from, size };
        const { orders, page, next_cursor } = await send(listOrders, { query, ...call });
        return after(orders, next_cursor, { page: page + 1 });
      }),
    listAppointmentSlots: (body, call) => send(listAppointmentSlots, { body, ...call }),
    bookAppointment: (orderId, body, call) =>
      send(bookAppointment, { params: { order_id: orderId }, body, ...call }),
  };
}
