// Fields of a body and parameters of a query that the schema does not know. Some are misspelt, the others are ignored.
import type { ZodMiniType } from 'zod/mini';
import type { $ZodTypes } from 'zod/v4/core';

/** A misspelt field: its place, and the name that was probably meant. */
export interface Slip {
  readonly loc: (string | number)[];
  readonly meant: string;
}

export interface UnknownFields {
  readonly slips: readonly Slip[];
  /** All other unknown fields by path, such as `insured.shoe_size` or `connections[].note`, each once. */
  readonly ignored: readonly string[];
}

/** How many are looked for at most. */
const mostSlips = 100;
const mostIgnored = 20;
/** The longest name that is compared, longer than any known name. */
const longestName = 64;

/** Finds the fields that a schema does not know, in a body of any shape that is not nested too deeply. */
export function unknownFields(schema: ZodMiniType, value: unknown): UnknownFields {
  const slips: Slip[] = [];
  const ignored = new Set<string>();

  const look = (inside: Inside | undefined, held: unknown, loc: (string | number)[], path: string): void => {
    if (inside === undefined || typeof held !== 'object' || held === null) return;
    if (Array.isArray(held)) {
      const item = inside.item?.();
      for (const [at, each] of held.entries()) look(item, each, [...loc, at], `${path}[]`);
      return;
    }
    if (!inside.fields) return;
    const pathOf = (name: string) => (path === '' ? written(name) : `${path}.${written(name)}`);
    for (const [name, inner] of Object.entries(held)) {
      const known = inside.fields.get(name);
      if (known) {
        look(insideOf(known), inner, [...loc, name], pathOf(name));
        continue;
      }
      const meant = nearestOf(name, inside.fields.keys());
      if (meant !== undefined) {
        if (slips.length < mostSlips) slips.push({ loc: [...loc, name], meant });
      } else if (ignored.size <= mostIgnored) {
        // One more than is reported, to show that there are more.
        ignored.add(pathOf(name));
      }
    }
  };

  look(insideOf(schema), value, [], '');
  return { slips, ignored: [...ignored] };
}

/** The ignored fields as the value of a header. Ends with `...` if there are more. */
export const headerOf = (ignored: readonly string[]): string =>
  [...ignored.slice(0, mostIgnored), ...(ignored.length > mostIgnored ? ['...'] : [])].join(', ');

/** A name as a header may contain it, and short enough for people to read. */
function written(name: string): string {
  const text = encodeURIComponent(name);
  if (text.length <= longestName) return text;
  // The cut never leaves half of an escape sequence.
  return `${text.slice(0, longestName).replace(/%.?$/, '')}...`;
}

/** What a schema allows in a value: the fields of an object, the items of a list. */
interface Inside {
  readonly fields?: ReadonlyMap<string, ZodMiniType>;
  readonly item?: () => Inside | undefined;
}

const read = new WeakMap<ZodMiniType, { readonly inside: Inside | undefined }>();

/** What a schema allows, cached by schema, because a large import asks for each of its items. */
function insideOf(schema: ZodMiniType): Inside | undefined {
  const known = read.get(schema);
  if (known) return known.inside;
  const inside = readInside(schema);
  read.set(schema, { inside });
  return inside;
}

function readInside(schema: ZodMiniType): Inside | undefined {
  // Every schema is one of zod's own kinds, but zod's common type does not say so.
  const { def } = (schema as unknown as $ZodTypes)._zod;
  // The type also does not say that an inner value is a schema.
  const inner = (each: unknown) => insideOf(each as ZodMiniType);
  switch (def.type) {
    case 'object':
      // If the schema allows other fields, no field is unknown.
      if (def.catchall) return undefined;
      // The type also does not say that the fields are schemas.
      return { fields: new Map(Object.entries(def.shape as Readonly<Record<string, ZodMiniType>>)) };
    case 'array':
      return { item: () => inner(def.element) };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return inner(def.innerType);
    case 'union':
      return def.options.map(inner).find((each) => each !== undefined);
    default:
      return undefined;
  }
}

/** The known name that is the same or one edit or swap away, whatever its case and however its words are joined. */
function nearestOf(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const plain = plainOf(name);
  const names = [...known];
  return (
    names.find((each) => plainOf(each) === plain) ?? names.find((each) => isOneSlip(plain, plainOf(each)))
  );
}

/** Some clients write the name of a list as `labs[]` or `labs[0]`. */
const plainOf = (name: string): string => name.toLowerCase().replace(/[-_]|\[\d*\]$/g, '');

/** Whether two texts differ by one edit: a letter replaced, missing or added, or two letters swapped. */
function isOneSlip(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const isSame = (inA: number, inB: number) => a.slice(at + inA) === b.slice(at + inB);
  return (
    isSame(1, 1) ||
    isSame(1, 0) ||
    isSame(0, 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && isSame(2, 2))
  );
}
