import type { Message } from './message.js';
import type { MessageKey } from './en.js';

/** Kinds of data whose English words are their names. Every other language has its own words for them. */
type ResourceWord =
  | 'activity'
  | 'blood_oxygen'
  | 'blood_pressure'
  | 'body_temperature'
  | 'caffeine'
  | 'carbohydrates'
  | 'devices'
  | 'distance'
  | 'electrocardiogram'
  | 'glucose'
  | 'insulin'
  | 'insulin_injection'
  | 'menstrual_cycle'
  | 'mindfulness_minutes'
  | 'mood'
  | 'profile'
  | 'respiratory_rate'
  | 'sleep'
  | 'steps'
  | 'stress_level'
  | 'water'
  | 'weight'
  | 'workout_duration'
  | 'workouts';

/** The catalogue of a language other than English: every key of the English catalogue, and every `ResourceWord`. */
export type Translation = Readonly<Record<MessageKey | `resource.${ResourceWord}`, Message>>;
