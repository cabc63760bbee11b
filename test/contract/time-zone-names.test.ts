import { expect } from '@open-wc/testing';
import { timeZoneNames } from '../../src/contract/time-zone-names.js';

describe('the names of time zones', () => {
  const names = () =>
    Object.entries(timeZoneNames).flatMap(([area, places]) =>
      [places]
        .flat()
        .flatMap((line) => line.split(' ').filter(Boolean))
        .map((place) => (area === '' ? place : `${area}/${place}`)),
    );

  it('are all names of the database, each once', () => {
    expect(names()).to.have.length(597);
    expect(new Set(names())).to.have.property('size', 597);
  });
});
