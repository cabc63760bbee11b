// Maps providers' names of sports to those of the interface.

export interface Sport {
  readonly slug: string;
  readonly name: string;
}

/** The sport for a provider's name, such as `TRAIL_RUNNING` or `trail running`; `other` without a name. */
export function sportNamed(text: string | null | undefined): Sport {
  const words =
    text
      ?.replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const [first, ...others] = words;
  if (first === undefined) return { slug: 'other', name: 'Other' };
  return { slug: words.join('_'), name: [first[0]?.toUpperCase() + first.slice(1), ...others].join(' ') };
}

const stravaNames: Readonly<Record<string, string>> = {
  Run: 'running',
  TrailRun: 'trail running',
  Ride: 'cycling',
  Walk: 'walking',
  Hike: 'hiking',
  Swim: 'swimming',
  WeightTraining: 'strength training',
};
/** The sport for a name such as `Run`, in the form of Strava and of providers that began with its data. */
export const sportOfStravaName = (name: string | null | undefined): Sport =>
  sportNamed(stravaNames[name ?? ''] ?? name);
