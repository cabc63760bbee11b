// Which of the fictional partners draw blood at home near a ZIP code. Denser areas have more of them.
import {
  appointmentPartners,
  phlebotomyTiers,
  type AppointmentPartner,
  type AreaInfo,
  type PhlebotomyTier,
} from 'svc-link/contract';
import { positionsWithin, type Place } from './distance.js';
import { zipCodes } from './zip-codes.js';

/** The radius, in miles, in which ZIP codes are counted to measure how densely people live. */
const around = 10;

/** How many inhabited ZIP codes within the radius a partner needs for a tier. */
const reach: Readonly<Record<AppointmentPartner, Readonly<Partial<Record<PhlebotomyTier, number>>>>> = {
  prompt: { 'appointment-ready': 8, 'appointment-request': 2 },
  late: { 'appointment-ready': 15, 'appointment-request': 4 },
  never: { 'appointment-request': 10 },
  failing: { 'appointment-ready': 25 },
};

/** The partners that come to a place, with their tiers. Remote places have none. */
export function phlebotomyAt(place: Place): AreaInfo['phlebotomy']['providers'] {
  const all = zipCodes();
  const count = positionsWithin(all, place, around).filter((at) => all.isArea(at)).length;
  return appointmentPartners.flatMap((name) => {
    const tier = phlebotomyTiers.filter((each) => count >= (reach[name][each] ?? Infinity));
    return tier.length > 0 ? [{ name, tier }] : [];
  });
}
