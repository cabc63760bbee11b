// Garmin's notices say where new data is ("ping"). Nothing is signed, so a notice that contains the data itself ("push") is
// not trusted, and refused.
import * as z from 'zod/mini';
import { jsonOf } from '../fields.js';
import type { Notice, Notices } from '../notices.js';
import type { collections } from './collections.js';

const account = z.string().check(z.minLength(1), z.maxLength(512));
/** Refuses addresses that ask for the past: only we decide what Garmin is asked for. */
const isOfRecords = (text: string): boolean =>
  URL.canParse(text) && !/%|\/backfill\b/i.test(new URL(text).pathname);
const address = z.string().check(z.maxLength(4096), z.refine(isOfRecords, 'no address of records'));
const Ping = z.looseObject({ userId: account, callbackURL: address });
const Change = z.looseObject({ userId: account });
/** Entries are read one by one, so that an unusual one does not affect the others. */
const entries = z.nullish(z.array(z.unknown()));

const Body = z.object({
  ...{ dailies: entries, sleeps: entries, bodyComps: entries, bloodPressures: entries, activities: entries },
  /** Activities that the person has typed in or changed, with the same fields as other activities. */
  manuallyUpdatedActivities: entries,
  deregistrations: entries,
  userPermissionsChange: entries,
});

/** Which collection reads each kind of offer. */
const collectionOf = {
  dailies: 'dailies',
  sleeps: 'sleeps',
  bodyComps: 'bodyComps',
  bloodPressures: 'bloodPressures',
  activities: 'activities',
  manuallyUpdatedActivities: 'activities',
} as const satisfies Readonly<Record<string, keyof typeof collections>>;
type Kind = keyof typeof collectionOf;
// `Object.keys` does not say that these are the names of the type.
const kinds = Object.keys(collectionOf) as readonly Kind[];

export const notices: Notices = {
  // Anybody who knows the address could send this. But offers are fetched from Garmin only.
  verify: () => 'hint',
  read({ body }, leaveOut = () => undefined) {
    const told = z.parse(Body, jsonOf(body));
    const errors: z.core.$ZodError[] = [];
    const entriesOf = <T extends z.core.$ZodType>(kind: keyof typeof told, schema: T): z.infer<T>[] =>
      (told[kind] ?? []).flatMap((each) => {
        const { data, error } = z.safeParse(schema, each);
        if (!error) return [data];
        errors.push(error);
        for (const { path, code } of error.issues) leaveOut(`${kind}.${path.join('.')} ${code}`);
        return [];
      });
    const offers = kinds.flatMap((kind) =>
      entriesOf(kind, Ping).map(({ userId, callbackURL }): Notice => ({
        account: userId,
        is: 'changed',
        offer: { collection: collectionOf[kind], to: callbackURL },
      })),
    );
    // Without a proof, the account is only looked at, and a refusal by Garmin is the proof.
    const ended = entriesOf('deregistrations', Change).map(({ userId }): Notice => ({
      account: userId,
      is: 'ended',
    }));
    const changed = entriesOf('userPermissionsChange', Change).map(({ userId }): Notice => ({
      account: userId,
      is: 'changed',
    }));
    const all = [...offers, ...ended, ...changed];
    const [first] = errors;
    if (first && all.length === 0) throw first;
    return all;
  },
};
