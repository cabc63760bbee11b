// What the laboratories measure. Codes and names are from LOINC (https://loinc.org, its licence is in docs/labs.md), units
// from UCUM. The ranges belong to the fictional laboratories and are not for the treatment of anybody.

/** A number. It is normal from `low` to `high`, and urgent at `urgentLow` or below and at `urgentHigh` or above. */
export interface Quantity {
  readonly kind: 'quantity';
  readonly loinc: string;
  readonly name: string;
  /** Its short name in a report. */
  readonly title: string;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  /** Digits after the decimal point. */
  readonly digits: number;
  readonly urgentLow: number | undefined;
  readonly urgentHigh: number | undefined;
}

/** A result that is a word. */
export interface Word {
  readonly kind: 'word';
  readonly loinc: string;
  readonly name: string;
  readonly title: string;
  readonly normal: string;
  readonly abnormal: string;
}

export type Analyte = Quantity | Word;

const quantity = (
  loinc: string,
  title: string,
  name: string,
  unit: string,
  [low, high]: readonly [number, number],
  digits: number,
  { low: urgentLow, high: urgentHigh }: { readonly low?: number; readonly high?: number } = {},
): Quantity => ({ kind: 'quantity', loinc, name, title, unit, low, high, digits, urgentLow, urgentHigh });

const word = (loinc: string, title: string, name: string, normal: string, abnormal: string): Word => ({
  kind: 'word',
  loinc,
  name,
  title,
  normal,
  abnormal,
});

const serum = (measured: string): string => `${measured} in Serum or Plasma`;
const cells = (kind: string): string => `${kind} [#/volume] in Blood by Automated count`;
const strip = (measured: string): string => `${measured} [Presence] in Urine by Test strip`;

export const analytes = {
  leukocytes: quantity('6690-2', 'White blood cells', cells('Leukocytes'), '10*3/uL', [3.4, 10.8], 1, {
    low: 1.5,
    high: 30,
  }),
  erythrocytes: quantity('789-8', 'Red blood cells', cells('Erythrocytes'), '10*6/uL', [4, 5.6], 2),
  hemoglobin: quantity('718-7', 'Hemoglobin', 'Hemoglobin [Mass/volume] in Blood', 'g/dL', [12, 17], 1, {
    low: 7,
    high: 20,
  }),
  hematocrit: quantity(
    '4544-3',
    'Hematocrit',
    'Hematocrit [Volume Fraction] of Blood by Automated count',
    '%',
    [36, 50],
    1,
  ),
  platelets: quantity('777-3', 'Platelets', cells('Platelets'), '10*3/uL', [150, 450], 0, {
    low: 40,
    high: 1000,
  }),
  neutrophils: quantity('751-8', 'Neutrophils', cells('Neutrophils'), '10*3/uL', [1.4, 7], 1, { low: 0.5 }),
  lymphocytes: quantity('731-0', 'Lymphocytes', cells('Lymphocytes'), '10*3/uL', [0.7, 3.1], 1),
  monocytes: quantity('742-7', 'Monocytes', cells('Monocytes'), '10*3/uL', [0.1, 0.9], 1),
  eosinophils: quantity('711-2', 'Eosinophils', cells('Eosinophils'), '10*3/uL', [0, 0.4], 1),
  basophils: quantity('704-7', 'Basophils', cells('Basophils'), '10*3/uL', [0, 0.2], 1),

  glucose: quantity('2345-7', 'Glucose', serum('Glucose [Mass/volume]'), 'mg/dL', [70, 99], 0, {
    low: 45,
    high: 400,
  }),
  ureaNitrogen: quantity(
    '3094-0',
    'Urea nitrogen',
    serum('Urea nitrogen [Mass/volume]'),
    'mg/dL',
    [6, 20],
    0,
  ),
  creatinine: quantity('2160-0', 'Creatinine', serum('Creatinine [Mass/volume]'), 'mg/dL', [0.6, 1.2], 2, {
    high: 5,
  }),
  sodium: quantity('2951-2', 'Sodium', serum('Sodium [Moles/volume]'), 'mmol/L', [134, 144], 0, {
    low: 120,
    high: 160,
  }),
  potassium: quantity('2823-3', 'Potassium', serum('Potassium [Moles/volume]'), 'mmol/L', [3.5, 5.2], 1, {
    low: 2.7,
    high: 6.2,
  }),
  chloride: quantity('2075-0', 'Chloride', serum('Chloride [Moles/volume]'), 'mmol/L', [96, 106], 0),
  carbonDioxide: quantity(
    '2028-9',
    'Carbon dioxide',
    serum('Carbon dioxide, total [Moles/volume]'),
    'mmol/L',
    [20, 29],
    0,
    { low: 10, high: 40 },
  ),
  calcium: quantity('17861-6', 'Calcium', serum('Calcium [Mass/volume]'), 'mg/dL', [8.7, 10.2], 1, {
    low: 6.5,
    high: 13,
  }),
  protein: quantity('2885-2', 'Total protein', serum('Protein [Mass/volume]'), 'g/dL', [6, 8.5], 1),
  albumin: quantity('1751-7', 'Albumin', serum('Albumin [Mass/volume]'), 'g/dL', [3.8, 5], 1),
  bilirubin: quantity('1975-2', 'Bilirubin', serum('Bilirubin.total [Mass/volume]'), 'mg/dL', [0.1, 1.2], 1),
  alkalinePhosphatase: quantity(
    '6768-6',
    'Alkaline phosphatase',
    serum('Alkaline phosphatase [Enzymatic activity/volume]'),
    'U/L',
    [44, 121],
    0,
  ),
  ast: quantity(
    '1920-8',
    'AST',
    serum('Aspartate aminotransferase [Enzymatic activity/volume]'),
    'U/L',
    [8, 40],
    0,
  ),
  alt: quantity(
    '1742-6',
    'ALT',
    serum('Alanine aminotransferase [Enzymatic activity/volume]'),
    'U/L',
    [7, 44],
    0,
  ),

  cholesterol: quantity('2093-3', 'Cholesterol', serum('Cholesterol [Mass/volume]'), 'mg/dL', [100, 199], 0),
  triglycerides: quantity(
    '2571-8',
    'Triglycerides',
    serum('Triglyceride [Mass/volume]'),
    'mg/dL',
    [30, 149],
    0,
    {
      high: 1000,
    },
  ),
  hdl: quantity('2085-9', 'HDL cholesterol', serum('Cholesterol in HDL [Mass/volume]'), 'mg/dL', [40, 90], 0),
  ldl: quantity(
    '13457-7',
    'LDL cholesterol, calculated',
    `${serum('Cholesterol in LDL [Mass/volume]')} by calculation`,
    'mg/dL',
    [30, 99],
    0,
  ),
  nonHdl: quantity(
    '43396-1',
    'Non-HDL cholesterol',
    serum('Cholesterol non HDL [Mass/volume]'),
    'mg/dL',
    [50, 129],
    0,
  ),
  apolipoproteinB: quantity(
    '1884-6',
    'Apolipoprotein B',
    serum('Apolipoprotein B [Mass/volume]'),
    'mg/dL',
    [40, 89],
    0,
  ),

  hemoglobinA1c: quantity(
    '4548-4',
    'Hemoglobin A1c',
    'Hemoglobin A1c/Hemoglobin.total in Blood',
    '%',
    [4.8, 5.6],
    1,
  ),
  insulin: quantity('20448-7', 'Insulin', serum('Insulin [Units/volume]'), 'u[IU]/mL', [2.6, 24.9], 1),

  tsh: quantity('3016-3', 'TSH', serum('Thyrotropin [Units/volume]'), 'm[IU]/L', [0.45, 4.5], 2, {
    high: 50,
  }),
  freeT4: quantity('3024-7', 'Free T4', serum('Thyroxine (T4) free [Mass/volume]'), 'ng/dL', [0.82, 1.77], 2),
  freeT3: quantity(
    '3051-0',
    'Free T3',
    serum('Triiodothyronine (T3) Free [Mass/volume]'),
    'pg/mL',
    [2, 4.4],
    1,
  ),
  tpoAntibodies: quantity(
    '8099-4',
    'Thyroid peroxidase antibodies',
    serum('Thyroperoxidase Ab [Units/volume]'),
    '[IU]/mL',
    [0, 34],
    0,
  ),

  vitaminD: quantity(
    '62292-8',
    'Vitamin D, 25-hydroxy',
    serum('25-Hydroxyvitamin D2+25-Hydroxyvitamin D3 [Mass/volume]'),
    'ng/mL',
    [30, 100],
    1,
  ),
  vitaminB12: quantity(
    '2132-9',
    'Vitamin B12',
    serum('Cobalamin (Vitamin B12) [Mass/volume]'),
    'pg/mL',
    [232, 1245],
    0,
  ),
  folate: quantity('2284-8', 'Folate', serum('Folate [Mass/volume]'), 'ng/mL', [3.1, 20], 1),
  iron: quantity('2498-4', 'Iron', serum('Iron [Mass/volume]'), 'ug/dL', [38, 169], 0),
  ironCapacity: quantity(
    '2500-7',
    'Iron binding capacity',
    serum('Iron binding capacity [Mass/volume]'),
    'ug/dL',
    [250, 450],
    0,
  ),
  ironSaturation: quantity(
    '2502-3',
    'Iron saturation',
    serum('Iron saturation [Mass Fraction]'),
    '%',
    [15, 55],
    0,
  ),
  ferritin: quantity('2276-4', 'Ferritin', serum('Ferritin [Mass/volume]'), 'ng/mL', [30, 300], 0),

  hsCrp: quantity(
    '30522-7',
    'C-reactive protein, high sensitivity',
    `${serum('C reactive protein [Mass/volume]')} by High sensitivity method`,
    'mg/L',
    [0, 3],
    2,
  ),
  testosterone: quantity(
    '2986-8',
    'Testosterone',
    serum('Testosterone [Mass/volume]'),
    'ng/dL',
    [264, 916],
    0,
  ),
  shbg: quantity(
    '13967-5',
    'Sex hormone binding globulin',
    serum('Sex hormone binding globulin [Moles/volume]'),
    'nmol/L',
    [16.5, 55.9],
    1,
  ),
  psa: quantity('2857-1', 'PSA', serum('Prostate specific Ag [Mass/volume]'), 'ng/mL', [0, 4], 1),

  urineColor: word('5778-6', 'Color', 'Color of Urine', 'Yellow', 'Amber'),
  urineGravity: quantity(
    '5811-5',
    'Specific gravity',
    'Specific gravity of Urine by Test strip',
    '1',
    [1.005, 1.03],
    3,
  ),
  urinePh: quantity('5803-2', 'pH', 'pH of Urine by Test strip', '[pH]', [5, 7.5], 1),
  urineProtein: word('20454-5', 'Protein', strip('Protein'), 'Negative', 'Trace'),
  urineGlucose: word('25428-4', 'Glucose', strip('Glucose'), 'Negative', '1+'),
  urineKetones: word('2514-8', 'Ketones', strip('Ketones'), 'Negative', 'Trace'),
  urineNitrite: word('5802-4', 'Nitrite', strip('Nitrite'), 'Negative', 'Positive'),
  urineLeukocytes: word('5799-2', 'Leukocyte esterase', strip('Leukocyte esterase'), 'Negative', '1+'),
  urineHemoglobin: word('5794-3', 'Blood', strip('Hemoglobin'), 'Negative', '1+'),
} satisfies Readonly<Record<string, Analyte>>;
export type AnalyteName = keyof typeof analytes;
