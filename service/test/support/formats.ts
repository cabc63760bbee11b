// The formats of section 2 as the service writes them. The contract's readers accept more.
import { dayNumber } from 'svc-link/contract';

/** With its zone, so that every reader understands it as the same moment. */
const timestamp = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text));

/** Whether a text has a format, by the format's name in a JSON Schema. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  'date-time': (text) => isDay(timestamp.exec(text)?.[1] ?? '') && !Number.isNaN(Date.parse(text)),
  date: isDay,
};
