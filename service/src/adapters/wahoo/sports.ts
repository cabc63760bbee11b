// Wahoo's kinds of workouts, by `workout_type_id`.
import { type Sport, sportNamed } from '../sports.js';

/** The kinds up to 47, in order. "fitness" means machines in a gym. */
const first = (
  'cycling,running,fitness,track running,trail running,treadmill running,walking,speed walking,nordic walking,hiking,' +
  'mountaineering,cyclocross,indoor cycling,mountain biking,recumbent cycling,road cycling,track cycling,motorcycling,' +
  'fitness,treadmill running,elliptical,indoor cycling,indoor rowing,climbing machine,swimming,lap swimming,' +
  'open water swimming,snowboarding,skiing,downhill skiing,cross country skiing,skating,ice skating,inline skating,' +
  'longboarding,sailing,windsurfing,canoeing,kayaking,rowing,kiteboarding,stand up paddling,workout,cardio class,' +
  'stair climbing,wheelchair,golf,other'
).split(',');

const later: Readonly<Record<number, string>> = {
  49: 'indoor cycling class',
  56: 'treadmill walking',
  57: 'stepper',
  58: 'stepmill',
  59: 'treadclimber',
  60: 'total body trainer',
  61: 'indoor cycling',
  62: 'multisport',
  64: 'e biking',
  66: 'yoga',
  67: 'running',
  68: 'virtual cycling',
  69: 'mental strength',
  70: 'handcycling',
  71: 'virtual running',
};

export const sportOfType = (id: number | null | undefined): Sport =>
  sportNamed(id == null ? null : (first[id] ?? later[id]));
