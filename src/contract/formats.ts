// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

// The formats of answers (spec 2): the service writes them and JSON Schemas name them. Readers accept any text, because a
// time can be written in several ways. Requests are checked by `uuid` and `calendarDate`.

/* @__NO_SIDE_EFFECTS__ */
const inFormat = (format: 'uuid' | 'date-time' | 'date') => z.string().register(z.globalRegistry, { format });

/** A UUID. */
export const id = inFormat('uuid');
/** A date and a time by ISO 8601, with the zone. */
export const timestamp = inFormat('date-time');
/** A day as YYYY-MM-DD. */
export const date = inFormat('date');
