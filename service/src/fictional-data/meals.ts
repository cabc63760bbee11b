import { syncedUntil, type Day } from './day.js';
import { rounded, type Random } from './random.js';

interface Serving {
  readonly name: string;
  /** In grams. */
  readonly carbs: number;
  readonly protein: number;
  readonly fat: number;
}
type Choice = readonly [Serving, ...Serving[]];

const breakfasts: Choice = [
  { name: 'Oats with apple and nuts', carbs: 58, protein: 14, fat: 15 },
  { name: 'Bread with cheese', carbs: 44, protein: 18, fat: 17 },
  { name: 'Yoghurt with berries', carbs: 32, protein: 16, fat: 8 },
];
const lunches: Choice = [
  { name: 'Lentil soup and bread', carbs: 72, protein: 26, fat: 12 },
  { name: 'Salad with chicken', carbs: 24, protein: 38, fat: 22 },
  { name: 'Pasta with tomatoes', carbs: 96, protein: 20, fat: 14 },
];
const dinners: Choice = [
  { name: 'Salmon with potatoes', carbs: 48, protein: 40, fat: 24 },
  { name: 'Vegetable curry with rice', carbs: 92, protein: 18, fat: 20 },
  { name: 'Omelette with spinach', carbs: 10, protein: 30, fat: 28 },
];
const courses = [
  { hour: 7.5, weekendHour: 9, choice: breakfasts },
  { hour: 12.5, weekendHour: 13.5, choice: lunches },
  { hour: 19, weekendHour: 19.5, choice: dinners },
] as const;

/** The day's three meals, as far as they were entered. The energy is that of the nutrients. */
export function mealsOf({ isWeekend, complete, about, at }: Day): object[] {
  const random = about('meals');
  return courses.flatMap(({ hour, weekendHour, choice }) => {
    const when = (isWeekend ? weekendHour : hour) + random.between(0, 0.7);
    const meal = { timestamp: at(when), ...served(random.pick(choice), random) };
    return complete || when < syncedUntil ? [meal] : [];
  });
}

/** A portion of a meal. Fat has 9 kilocalories a gram, carbohydrates and protein have 4. */
function served({ name, ...serving }: Serving, random: Random): object {
  const size = random.between(0.75, 1.3);
  const portion = (grams: number): number => rounded(grams * size, 1);
  const [carbs, protein, fat] = [portion(serving.carbs), portion(serving.protein), portion(serving.fat)];
  const macros = {
    carbs,
    protein,
    fat,
    fibre: rounded(carbs * random.between(0.06, 0.14), 1),
    sugar: rounded(carbs * random.between(0.1, 0.35), 1),
  };
  return { name, energy: { unit: 'kcal', value: Math.round(4 * (carbs + protein) + 9 * fat) }, macros };
}
