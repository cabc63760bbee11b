// The patient service centers of the fictional laboratories. They are at real ZIP codes, the same ones in every process. ZIP
// codes lie closer where more people live, and so do the centers.
import { centerCapabilities, type CenterCapability, type LabSlug } from 'svc-link/contract';
import type { Places } from './distance.js';
import { zipCodes } from './zip-codes.js';

interface Spread {
  /** One in this many ZIP codes has a center. */
  readonly oneOf: number;
  /** The states with centers; absent if the laboratory is everywhere. */
  readonly states?: ReadonlySet<string>;
  /** One in this many centers has the capability. */
  readonly capabilities: Readonly<Record<CenterCapability, number>>;
}

const states = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const spreads: Readonly<Record<LabSlug, Spread>> = {
  alder_labs: { oneOf: 16, capabilities: { stat: 5, 'walk-in': 2 } },
  birch_diagnostics: { oneOf: 20, capabilities: { stat: 4, 'walk-in': 1 } },
  cedar_clinical: {
    oneOf: 14,
    states: states('CT DC DE FL GA MA MD ME NC NH NJ NY PA RI SC VA VT WV'),
    capabilities: { stat: 8, 'walk-in': 3 },
  },
  dogwood_health: {
    oneOf: 14,
    states: states('AZ CA CO ID MT NM NV OR UT WA WY'),
    capabilities: { stat: 10, 'walk-in': 2 },
  },
};

/** The centers of one laboratory. */
export interface Centers extends Places {
  /** The capabilities of each center. */
  readonly capabilities: readonly (readonly CenterCapability[])[];
}

const made = new Map<LabSlug, Centers>();

/** The centers of a laboratory, computed once. */
export function centersOf(lab: LabSlug): Centers {
  const known = made.get(lab);
  if (known) return known;
  const centers = choose(lab, spreads[lab]);
  made.set(lab, centers);
  return centers;
}

function choose(lab: LabSlug, { oneOf, states: where, capabilities }: Spread): Centers {
  const all = zipCodes();
  const begin = Buffer.from(lab).reduce(mix, 0);
  const chosen: number[] = [];
  all.zips.forEach((zip, at) => {
    if (mix(begin, zip) % oneOf > 0 || !all.isArea(at)) return;
    if (where?.has(all.stateAt(at)) ?? true) chosen.push(at);
  });
  return {
    latitudes: Int32Array.from(chosen, (at) => all.latitudes[at] ?? 0),
    longitudes: Int32Array.from(chosen, (at) => all.longitudes[at] ?? 0),
    capabilities: chosen.map((at) => {
      const center = mix(begin, all.zips[at] ?? 0);
      return centerCapabilities.filter((name, which) => mix(center, which + 1) % capabilities[name] === 0);
    }),
  };
}

/** Mixes two numbers into a hash from 0 to 2³² − 1. */
function mix(start: number, number: number): number {
  let hash = Math.imul(start ^ number, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca77);
  return (hash ^ (hash >>> 13)) >>> 0;
}
