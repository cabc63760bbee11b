// Cursors: the end of a page as an opaque text for the next request. If rows are added or deleted, the others keep their place.
import { isUuid } from './request.js';
import { invalid } from './errors.js';

/** A row's place in a list by time. */
export interface Place {
  readonly moment: Date;
  readonly id: string;
}

/** The answer to a cursor that cannot be read. */
export const notOfThisList = () =>
  invalid({
    loc: ['query', 'next_cursor'],
    msg: 'not a cursor of this list; begin without one',
    type: 'value_invalid',
  });

export const writeCursor = ({ moment, id }: Place): string =>
  Buffer.from(`${moment.getTime()} ${id}`).toString('base64url');

/** Later years have more digits, which the database does not read. */
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads a cursor. Throws 422 for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): Place {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const moment = new Date(/^\d{1,15}$/.test(time) ? Number(time) : NaN);
  if (!isUuid(id) || !(moment.getTime() <= lastMoment)) {
    throw notOfThisList();
  }
  return { moment, id };
}

/** A cursor for a list whose rows have a number as their place, with other numbers that the next page needs. */
export const writeNumbers = (list: string, numbers: readonly (string | number)[]): string =>
  Buffer.from(`${list} ${numbers.join(' ')}`).toString('base64url');

/** Reads the `count` numbers of a cursor. Throws 422 for a text that `writeNumbers` did not write for the list. */
export function readNumbers(list: string, count: number, cursor: string): readonly number[] {
  const [name, ...texts] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const numbers = texts.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : NaN));
  if (name !== list || numbers.length !== count || numbers.some(Number.isNaN)) throw notOfThisList();
  return numbers;
}
