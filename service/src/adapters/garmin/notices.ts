// How Garmin tells that there is something: by where it is ("ping"). Nothing is signed, so a notice that has the data itself ("push") is
// not believed, and refused.
import * as z from 'zod/mini';
import { jsonOf } from '../fields.js';
import type { Notice, Notices } from '../notices.js';
import type { collections } from './collections.js';

const account = z.string().check(z.minLength(1), z.maxLength(512));
/** Not one that asks for the past: nobody but us is to say what of that Garmin is asked for. */
const isOfRecords = (text: string): boolean =>
  URL.canParse(text) && !/%|\/backfill\b/i.test(new URL(text).pathname);
const address = z.string().check(z.maxLength(4096), z.refine(isOfRecords, 'no address of records'));
const Ping = z.looseObject({ userId: account, callbackURL: address });
const Change = z.looseObject({ userId: account });
/** Entries are read one by one: one that is odd takes no others with it. */
const entries = z.nullish(z.array(z.unknown()));

const Body = z.object({
  ...{ dailies: entries, sleeps: entries, bodyComps: entries, bloodPressures: entries, activities: entries },
  /** What the person has typed in or changed, in the fields of the activities. */
  manuallyUpdatedActivities: entries,
  deregistrations: entries,
  userPermissionsChange: entries,
});

/** Which collection reads what is offered of each. */
const collectionOf = {
  dailies: 'dailies',
  sleeps: 'sleeps',
  bodyComps: 'bodyComps',
  bloodPressures: 'bloodPressures',
  activities: 'activities',
  manuallyUpdatedActivities: 'activities',
} as const satisfies Readonly<Record<string, keyof typeof collections>>;
type Kind = keyof typeof collectionOf;
// `Object.keys` does not say that they are the names of the type.
const kinds = Object.keys(collectionOf) as readonly Kind[];

export const notices: Notices = {
  // Who was told the address can know it. What is offered is fetched at Garmin alone.
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
    // Without a proof the account is looked at, and Garmin's refusal is one.
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
