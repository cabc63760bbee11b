// The part of `zod/mini` that schemas in browsers use, for the two bundles that we build for browsers: 0.5 kB instead of
// 5 kB. It accepts the same values and returns the same data; a test compares the two. One difference: zod leaves out a field
// with the name `__proto__`, which is data here like any other unknown field. It says only that a value is wrong, not where.
// A bundle that uses any other schema does not build.

type Read = (value: unknown) => unknown;

interface Schema {
  /** Returns the value as the schema reads it; `wrong` if it does not follow the schema. */
  readonly read: Read;
  readonly optional: boolean;
  safeParse(value: unknown): Result;
}
type Result = { success: true; data: unknown } | { success: false; error: Error };
type Shape = Readonly<Record<string, Schema>>;

const wrong = Symbol();

/* @__NO_SIDE_EFFECTS__ */
function schema(read: Read, optional = false): Schema {
  return { read, optional, safeParse: (value) => safeParse({ read }, value) };
}

/* @__NO_SIDE_EFFECTS__ */
const when = (test: (value: unknown) => boolean): Schema => schema((value) => (test(value) ? value : wrong));

/* @__NO_SIDE_EFFECTS__ */
export const string = (): Schema => when((value) => typeof value === 'string');

/* @__NO_SIDE_EFFECTS__ */
export const int = (): Schema => when(Number.isSafeInteger);

/* @__NO_SIDE_EFFECTS__ */
export const boolean = (): Schema => when((value) => typeof value === 'boolean');

/* @__NO_SIDE_EFFECTS__ */
export function literal(expected: unknown): Schema {
  const values: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  return when((value) => values.includes(value));
}

/* @__NO_SIDE_EFFECTS__ */
export const optional = ({ read }: Schema): Schema =>
  schema((value) => (value === undefined ? value : read(value)), true);

/* @__NO_SIDE_EFFECTS__ */
export const nullable = ({ read, optional: absent }: Schema): Schema =>
  schema((value) => (value === null ? value : read(value)), absent);

/* @__NO_SIDE_EFFECTS__ */
export const union = (options: readonly Schema[]): Schema =>
  schema(
    (value) => {
      for (const { read } of options) {
        const found = read(value);
        if (found !== wrong) return found;
      }
      return wrong;
    },
    options.some((option) => option.optional),
  );

/* @__NO_SIDE_EFFECTS__ */
export const array = ({ read }: Schema): Schema =>
  schema((value) => {
    if (!Array.isArray(value)) return wrong;
    const items: readonly unknown[] = value;
    let changed: unknown[] | undefined;
    for (let place = 0; place < items.length; place++) {
      const found = read(items[place]);
      if (found === wrong) return wrong;
      if (found !== items[place]) (changed ??= [...items])[place] = found;
    }
    return changed ?? items;
  });

/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Shape): Schema => {
  const names = Object.keys(shape);
  return schema((value) => readFields(shape, names, value, {}));
};

/** Keeps unknown fields. It copies a value only if reading changes it, so a long list needs no copy of every row. */
/* @__NO_SIDE_EFFECTS__ */
export const looseObject = (shape: Shape): Schema => {
  const names = Object.keys(shape);
  return schema((value) => readFields(shape, names, value));
};

export function safeParse({ read }: Pick<Schema, 'read'>, value: unknown): Result {
  const data = read(value);
  return data === wrong ? { success: false, error: new Error('not of the schema') } : { success: true, data };
}

/** Puts the fields as they are read into `kept`. Without `kept`, returns the value itself if reading changes no field. */
function readFields(
  shape: Shape,
  names: readonly string[],
  value: unknown,
  kept?: Record<string, unknown>,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  // The check above makes sure that it is an object.
  const given = value as Readonly<Record<string, unknown>>;
  let changed = kept;
  // A loop by index: with an iterator for each row and each of its fields, a long list takes twice as long.
  for (let place = 0; place < names.length; place++) {
    // The index is within the list.
    const name = names[place] as string;
    // `names` are the keys of `shape`.
    const field = shape[name] as Schema;
    // The value of an absent field is undefined, which only an optional field accepts.
    const found = field.read(given[name]);
    if (found === wrong || (found === undefined && !field.optional)) return wrong;
    if (kept ? name in given : found !== given[name]) (changed ??= { ...given })[name] = found;
  }
  return changed ?? given;
}
