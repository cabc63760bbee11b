/** What a scope lets an application see, in words for people. */
const words: Readonly<Record<string, string>> = {
  'activity.read': 'How much you move, day by day',
  'body.read': 'Weight and body composition',
  'body_temperature.read': 'Body temperature',
  'devices.read': 'Which devices you wear',
  'electrocardiogram.read': 'Heart rhythm recordings',
  'glucose.read': 'Glucose readings',
  'heartrate.read': 'Heart rate',
  'meal.read': 'Meals and nutrients',
  'menstrual_cycle.read': 'Cycle days and symptoms',
  'profile.read': 'Your name, age and height',
  'respiratory_rate.read': 'Breathing rate',
  'routes.read': 'Where you trained, on a map',
  'sleep.read': 'When and how long you sleep',
  'sleep_cycle.read': 'The stages of your sleep',
  'steps.read': 'Steps',
  'water.read': 'How much you drink',
  'workouts.read': 'Workouts',
};

export const describeScope = (scope: string): string => words[scope] ?? scope;
