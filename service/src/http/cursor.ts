// Cursors: the end of a page as an opaque text for the next request. Added or deleted rows do not move the others.
import { isUuid } from './request.js';
import { invalid } from './errors.js';

/** A row's place in a list by time. */
export interface Place {
  readonly moment: Date;
  readonly id: string;
}

export const writeCursor = ({ moment, id }: Place): string =>
  Buffer.from(`${moment.getTime()} ${id}`).toString('base64url');

/** 422 for what `writeCursor` did not write. */
export function readCursor(cursor: string): Place {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const moment = new Date(/^\d{1,15}$/.test(time) ? Number(time) : NaN);
  if (!isUuid(id) || Number.isNaN(moment.getTime())) {
    throw invalid({ loc: ['query', 'next_cursor'], msg: 'not a cursor of this list', type: 'value_invalid' });
  }
  return { moment, id };
}

/** The end of a page of a list whose rows have a number as their place, as such a cursor with what else the next page is to say. */
export const writeNumbers = (list: string, numbers: readonly (string | number)[]): string =>
  Buffer.from(`${list} ${numbers.join(' ')}`).toString('base64url');

/** The numbers of a cursor, as many as are said. 422 for what `writeNumbers` did not write for the list. */
export function readNumbers(list: string, count: number, cursor: string): readonly number[] {
  const [name, ...texts] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const numbers = texts.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : NaN));
  if (name !== list || numbers.length !== count || numbers.some(Number.isNaN))
    throw invalid({ loc: ['query', 'next_cursor'], msg: 'not a cursor of this list', type: 'value_invalid' });
  return numbers;
}
