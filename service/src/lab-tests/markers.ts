// Panels as a laboratory offers them, as markers in the contract's form.
import type { ExpectedResult, LabSlug, LabTest, Loinc, Marker } from 'svc-link/contract';
import { analytes, type Analyte, type AnalyteName } from './analytes.js';
import type { CatalogueTest } from './catalogue.js';
import { labs, type Lab } from './labs.js';
import { panels, type Panel } from './panels.js';

const labOf = (slug: LabSlug): Lab => {
  const lab = labs.find((each) => each.slug === slug);
  if (!lab) throw new Error(`no laboratory is called ${slug}`);
  return lab;
};

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');

/** The code of an analyte. Its id is the code's number without the check digit. */
export const loincOf = (analyte: Analyte): Loinc => ({
  id: Number(analyte.loinc.replace(/-\d$/, '')),
  name: analyte.name,
  slug: slugOf(analyte.name),
  code: analyte.loinc,
  unit: analyte.kind === 'quantity' ? analyte.unit : null,
});

/** No laboratory has more panels, and no panel has more results. */
const numbersOfLab = 1000;
const numbersOfPanel = 100;

const resultOf = (
  lab: Lab,
  markerId: number,
  providerId: string,
  name: AnalyteName,
  at: number,
): ExpectedResult => ({
  id: markerId * numbersOfPanel + at,
  name: analytes[name].title,
  slug: slugOf(analytes[name].title),
  lab_id: lab.id,
  provider_id: `${providerId}-${at}`,
  loinc: loincOf(analytes[name]),
});

const priceOf = ({ pricing }: Lab, { price }: Panel): string =>
  typeof price === 'number' ? (price * pricing).toFixed(2) : price;

function markerOf(lab: Lab, panel: Panel): Marker {
  const id = lab.id * numbersOfLab + panel.number;
  const providerId = `${lab.prefix}${String(panel.number).padStart(4, '0')}`;
  const results = panel.analytes.map((name, at) => resultOf(lab, id, providerId, name, at + 1));
  const single = results.length === 1;
  return {
    id,
    name: panel.name,
    slug: panel.slug,
    description: panel.description,
    lab_id: lab.id,
    provider_id: providerId,
    type: single ? 'biomarker' : 'panel',
    unit: (single && results[0]?.loinc.unit) || null,
    price: priceOf(lab, panel),
    expected_results: results,
  };
}

/** All markers that a laboratory can add to a test. */
export const markersOfLab = (slug: LabSlug): readonly Marker[] =>
  panels.map((panel) => markerOf(labOf(slug), panel));

export const markersOf = (test: CatalogueTest): readonly Marker[] => {
  const offered = markersOfLab(test.lab);
  return test.panels.flatMap((slug) => offered.filter((marker) => marker.slug === slug));
};

/** What a test measures, in the order of its report. */
export const analytesOf = (test: CatalogueTest): readonly Analyte[] =>
  test.panels
    .flatMap((slug) => panels.filter((panel) => panel.slug === slug))
    .flatMap((panel): readonly AnalyteName[] => panel.analytes)
    .map((name) => analytes[name]);

export function toLabTest(test: CatalogueTest): LabTest {
  const { id, slug, name } = labOf(test.lab);
  return {
    id: test.id,
    slug: test.slug,
    name: test.name,
    description: test.description,
    sample_type: test.sample,
    fasting: test.fasting,
    price: test.price,
    turnaround_days: test.turnaroundDays,
    lab: { id, slug, name },
  };
}
