// The results of the fictional laboratories: invented, but always the same for a user and a test.
import type { Interpretation, OrderResult } from 'svc-link/contract';
import { type Random, randomOf, rounded } from '../fictional-data/index.js';
import {
  type Analyte,
  analytesOf,
  type CatalogueTest,
  loincOf,
  type Quantity,
  slugOf,
} from '../lab-tests/index.js';

/** A user whose `client_user_id` begins with one of these gets results of this kind; other users get random ones. */
const wanted = /^lab-(normal|abnormal|critical)/;

/** The results of a user, in the order of the test. They are critical only if the test has a value that can be critical. */
export function resultsOf(
  user: { readonly id: string; readonly client_user_id: string | null },
  test: CatalogueTest,
): OrderResult[] {
  const random = randomOf(`results ${test.id} ${user.id}`);
  const measured = analytesOf(test);
  const chance = random.between(0, 1);
  // The pattern matches exactly these words.
  const mood =
    (wanted.exec(user.client_user_id ?? '')?.[1] as Interpretation | undefined) ??
    (chance < 0.6 ? 'normal' : chance < 0.9 ? 'abnormal' : 'critical');
  const urgent = measured.filter(canBeUrgent);
  const odd =
    mood === 'critical' && urgent.length > 0
      ? urgent[random.integer(0, urgent.length - 1)]
      : mood === 'normal'
        ? undefined
        : measured[random.integer(0, measured.length - 1)];
  return measured.map((analyte) =>
    resultOf(
      analyte,
      analyte !== odd ? 'normal' : canBeUrgent(analyte) && mood === 'critical' ? 'critical' : 'abnormal',
      random,
    ),
  );
}

/** The worst interpretation among the results. */
export const interpretationOf = (results: readonly OrderResult[]): Interpretation =>
  (['critical', 'abnormal'] as const).find((each) =>
    results.some(({ interpretation }) => interpretation === each),
  ) ?? 'normal';

const canBeUrgent = (analyte: Analyte): boolean =>
  analyte.kind === 'quantity' && (analyte.urgentLow ?? analyte.urgentHigh) !== undefined;

function resultOf(analyte: Analyte, interpretation: Interpretation, random: Random): OrderResult {
  const about = { name: analyte.title, slug: slugOf(analyte.title), loinc: loincOf(analyte), interpretation };
  if (analyte.kind === 'word') {
    const text = interpretation === 'normal' ? analyte.normal : analyte.abnormal;
    return { ...about, value: null, text, reference_range: null };
  }
  const { low, high } = analyte;
  return {
    ...about,
    value: rounded(valueOf(analyte, interpretation, random), analyte.digits),
    text: null,
    reference_range: { low, high },
  };
}

function valueOf(quantity: Quantity, interpretation: Interpretation, random: Random): number {
  const { low, high, urgentLow, urgentHigh, digits } = quantity;
  const step = 10 ** -digits;
  switch (interpretation) {
    case 'normal':
      return random.between(low + (high - low) * 0.15, high - (high - low) * 0.15);
    case 'abnormal': {
      // Above the normal range, but below the urgent limit.
      const most = urgentHigh === undefined ? high + (high - low) * 0.4 : (high + urgentHigh) / 2;
      return Math.max(high + step, random.between(high, most));
    }
    case 'critical':
      return urgentHigh !== undefined
        ? urgentHigh * random.between(1.02, 1.15) + step
        : (urgentLow ?? low) * random.between(0.6, 0.95);
    default:
      return interpretation satisfies never;
  }
}
