import { expect } from '@open-wc/testing';
import { calendarDate, dateRange, timeseriesRange } from '../../src/contract/index.js';

const problems = (start_date?: string, end_date?: string) => {
  const read = dateRange.safeParse({ start_date, end_date });
  return read.success ? [] : read.error.issues.map(({ path, message }) => [path.join(), message]);
};

describe('a calendar date', () => {
  it('is a day that the calendar has', () => {
    for (const date of ['2026-01-31', '2024-02-29', '1999-12-31'])
      expect(calendarDate.safeParse(date).success, date).to.equal(true);
    for (const date of [
      '2026-02-29',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '',
      'today',
      '2026-01-01T00:00:00Z',
    ])
      expect(calendarDate.safeParse(date).success, date).to.equal(false);
  });
});

describe('a range of dates', () => {
  it('is in order, one day or up to 366 days long', () => {
    expect(problems('2026-05-01', '2026-05-01')).to.deep.equal([]);
    expect(problems('2024-01-01', '2025-01-01')).to.deep.equal([]);
    expect(problems('2026-05-02', '2026-05-01')).to.deep.equal([
      ['end_date', 'end_date is before start_date'],
    ]);
    expect(problems('2024-01-01', '2025-01-02')).to.deep.equal([
      ['end_date', 'end_date is more than 366 days after start_date: ask for less at a time'],
    ]);
  });

  it('is of 31 days at most for single readings', () => {
    const read = (start_date: string, end_date: string) =>
      timeseriesRange.safeParse({ start_date, end_date });
    expect(read('2026-05-01', '2026-05-31').success).to.equal(true);
    expect(read('2026-05-01', '2026-06-01').error?.issues.map(({ message }) => message)).to.deep.equal([
      'start_date to end_date is more than 31 days: ask for less at a time',
    ]);
  });

  it('needs both dates, and names the wrong one', () => {
    expect(problems('2026-05-01').map(([path]) => path)).to.deep.equal(['end_date']);
    expect(problems('2026-02-30', '2026-03-01')).to.deep.equal([
      ['start_date', 'this day is not in the calendar'],
    ]);
  });
});
