import type { Message } from './message.js';
import type { MessageKey } from './en.js';

/** Kinds of data whose English words are their names; every other language has words of its own for them. */
type ResourceWord =
  | 'activity'
  | 'blood_oxygen'
  | 'blood_pressure'
  | 'body_temperature'
  | 'caffeine'
  | 'calories_active'
  | 'carbohydrates'
  | 'devices'
  | 'distance'
  | 'electrocardiogram'
  | 'fat'
  | 'glucose'
  | 'hrv'
  | 'hypnogram'
  | 'inhaler_usage'
  | 'insulin'
  | 'insulin_injection'
  | 'menstrual_cycle'
  | 'mindfulness_minutes'
  | 'mood'
  | 'note'
  | 'profile'
  | 'respiratory_rate'
  | 'sleep'
  | 'steps'
  | 'stress_level'
  | 'vo2_max'
  | 'water'
  | 'weight'
  | 'workout_duration'
  | 'workout_stream'
  | 'workouts';

/** The catalogue of a language other than English: every key of the English one, and the words that English spells out. */
export type Translation = Readonly<Record<MessageKey | `resource.${ResourceWord}`, Message>>;
