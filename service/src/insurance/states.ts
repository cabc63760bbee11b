// The states and territories that have federal plans, by their two letters, with the name of the Medicaid plan.

export interface State {
  readonly name: string;
  readonly medicaid: string;
  readonly capital: string;
  /** A ZIP code of the capital. */
  readonly capitalZip: string;
}

const state = (name: string, capital: string, capitalZip: string, medicaid = `${name} Medicaid`): State => ({
  name,
  capital,
  capitalZip,
  medicaid,
});

/** By the two letters of the state. */
export const states: Readonly<Record<string, State>> = {
  AK: state('Alaska', 'Juneau', '99801', 'DenaliCare'),
  AL: state('Alabama', 'Montgomery', '36104'),
  AR: state('Arkansas', 'Little Rock', '72201'),
  AS: state('American Samoa', 'Pago Pago', '96799'),
  AZ: state('Arizona', 'Phoenix', '85007', 'AHCCCS'),
  CA: state('California', 'Sacramento', '95814', 'Medi-Cal'),
  CO: state('Colorado', 'Denver', '80203', 'Health First Colorado'),
  CT: state('Connecticut', 'Hartford', '06106', 'HUSKY Health'),
  DC: state('District of Columbia', 'Washington', '20001', 'DC Medicaid'),
  DE: state('Delaware', 'Dover', '19901', 'Diamond State Health Plan'),
  FL: state('Florida', 'Tallahassee', '32301'),
  GA: state('Georgia', 'Atlanta', '30303'),
  GU: state('Guam', 'Hagatna', '96910'),
  HI: state('Hawaii', 'Honolulu', '96813', 'Med-QUEST'),
  IA: state('Iowa', 'Des Moines', '50309', 'Iowa Health Link'),
  ID: state('Idaho', 'Boise', '83702'),
  IL: state('Illinois', 'Springfield', '62701'),
  IN: state('Indiana', 'Indianapolis', '46204'),
  KS: state('Kansas', 'Topeka', '66603', 'KanCare'),
  KY: state('Kentucky', 'Frankfort', '40601'),
  LA: state('Louisiana', 'Baton Rouge', '70802', 'Healthy Louisiana'),
  MA: state('Massachusetts', 'Boston', '02108', 'MassHealth'),
  MD: state('Maryland', 'Annapolis', '21401'),
  ME: state('Maine', 'Augusta', '04330', 'MaineCare'),
  MI: state('Michigan', 'Lansing', '48933'),
  MN: state('Minnesota', 'Saint Paul', '55101', 'Medical Assistance'),
  MO: state('Missouri', 'Jefferson City', '65101', 'MO HealthNet'),
  MP: state('Northern Mariana Islands', 'Saipan', '96950'),
  MS: state('Mississippi', 'Jackson', '39201'),
  MT: state('Montana', 'Helena', '59601'),
  NC: state('North Carolina', 'Raleigh', '27601', 'NC Medicaid'),
  ND: state('North Dakota', 'Bismarck', '58501'),
  NE: state('Nebraska', 'Lincoln', '68508'),
  NH: state('New Hampshire', 'Concord', '03301'),
  NJ: state('New Jersey', 'Trenton', '08608', 'NJ FamilyCare'),
  NM: state('New Mexico', 'Santa Fe', '87501'),
  NV: state('Nevada', 'Carson City', '89701'),
  NY: state('New York', 'Albany', '12207'),
  OH: state('Ohio', 'Columbus', '43215'),
  OK: state('Oklahoma', 'Oklahoma City', '73102', 'SoonerCare'),
  OR: state('Oregon', 'Salem', '97301', 'Oregon Health Plan'),
  PA: state('Pennsylvania', 'Harrisburg', '17101', 'Medical Assistance'),
  PR: state('Puerto Rico', 'San Juan', '00901', 'Plan Vital'),
  RI: state('Rhode Island', 'Providence', '02903'),
  SC: state('South Carolina', 'Columbia', '29201', 'Healthy Connections'),
  SD: state('South Dakota', 'Pierre', '57501'),
  TN: state('Tennessee', 'Nashville', '37219', 'TennCare'),
  TX: state('Texas', 'Austin', '78701'),
  UT: state('Utah', 'Salt Lake City', '84111'),
  VA: state('Virginia', 'Richmond', '23219', 'Cardinal Care'),
  VI: state('Virgin Islands', 'Charlotte Amalie', '00802'),
  VT: state('Vermont', 'Montpelier', '05602', 'Green Mountain Care'),
  WA: state('Washington', 'Olympia', '98501', 'Apple Health'),
  WI: state('Wisconsin', 'Madison', '53703', 'BadgerCare Plus'),
  WV: state('West Virginia', 'Charleston', '25301'),
  WY: state('Wyoming', 'Cheyenne', '82001'),
};

const byName = new Map(Object.entries(states).map(([code, { name }]) => [name.toUpperCase(), code]));

/** Areas with ZIP codes but no plan: the armed forces and the freely associated states. */
const withoutPlan: ReadonlySet<string> = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW']);

/** The two letters of a state that is given by its letters or its name. */
export function stateCodeOf(text: string): string | undefined {
  const plain = text.trim().toUpperCase();
  return plain in states || withoutPlan.has(plain) ? plain : byName.get(plain);
}
