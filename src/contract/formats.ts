// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

// The formats of answers (spec 2): the service writes them so, and JSON Schemas name them. A reader takes any text, because
// a moment can be written in more ways than one; `uuid` and `calendarDate` are what requests are held to.

/* @__NO_SIDE_EFFECTS__ */
const inFormat = (format: 'uuid' | 'date-time' | 'date') => z.string().register(z.globalRegistry, { format });

/** A UUID. */
export const id = inFormat('uuid');
/** A date and a time by ISO 8601, with their zone. */
export const timestamp = inFormat('date-time');
/** A day as YYYY-MM-DD. */
export const date = inFormat('date');
