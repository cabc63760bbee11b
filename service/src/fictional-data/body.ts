import { dayNumber } from 'svc-link/contract';
import type { Day } from './day.js';
import { zones } from './person.js';
import { rounded } from './random.js';

/** The morning's measurement. The weight rises and falls over the weeks. The values that the scale computes come later. */
export function bodyOf({ person, date, complete, about, at }: Day): object[] {
  const random = about('body');
  const weeks = dayNumber(date) / 7;
  const weight = rounded(
    person.weight + 1.2 * Math.sin(weeks / 3 + person.height) + random.around(0, 0.3),
    1,
  );
  const fat = rounded(person.fat + 0.6 * Math.sin(weeks / 3 + person.height) + random.around(0, 0.3), 1);
  const lean = weight * (1 - fat / 100);
  return [
    {
      measured_at: at(6.5 + random.between(0, 1.5)),
      weight,
      body_mass_index: rounded(weight / (person.height / 100) ** 2, 1),
      fat: complete ? fat : null,
      water_percentage: complete ? rounded((lean / weight) * 73, 1) : null,
      muscle_mass: complete ? rounded(lean * 0.95, 1) : null,
    },
  ];
}

/** The person's profile at the provider. */
export const profileOf = ({ person }: Day): object[] => [
  {
    height: person.height,
    birth_date: person.birthDate,
    gender: person.gender,
    time_zone: zones[person.timezoneOffset / 3600] ?? null,
  },
];
