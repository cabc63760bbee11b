import { centerCapabilities, type AreaInfo, type LabSlug, type Radius } from 'svc-link/contract';
import { centersOf } from './centers.js';
import { positionsWithin, type Place } from './distance.js';
import { phlebotomyAt } from './phlebotomy.js';
import type { ZipCode } from './zip-codes.js';

/**
 * Where blood can be drawn near a ZIP code: at home, and at the centers of these laboratories (spec 2.11). A laboratory
 * that is not in `reached` has no centers for this caller.
 */
export function areaInfo(
  { zip, place }: Pick<ZipCode, 'zip' | 'place'>,
  labs: readonly LabSlug[],
  radius: Radius,
  reached: readonly LabSlug[] = labs,
): AreaInfo {
  const providers = place ? phlebotomyAt(place) : [];
  return {
    zip_code: zip,
    phlebotomy: { is_served: providers.length > 0, providers },
    central_labs: Object.fromEntries(
      labs.map((lab) => [
        lab,
        { patient_service_centers: centersNear(lab, reached.includes(lab) ? place : null, radius) },
      ]),
    ),
  };
}

function centersNear(lab: LabSlug, place: Place | null, radius: Radius) {
  const centers = centersOf(lab);
  const near = place ? positionsWithin(centers, place, Number(radius)) : [];
  const can = new Set(near.flatMap((at) => centers.capabilities[at] ?? []));
  return {
    within_radius: near.length,
    radius,
    capabilities: centerCapabilities.filter((name) => can.has(name)),
  };
}
