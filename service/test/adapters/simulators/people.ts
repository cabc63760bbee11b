// People who sign in with a password, for simulators of private interfaces: their accounts,
// sessions that expire, and accounts that are locked after too many wrong passwords.
import { randomUUID } from 'node:crypto';

export interface Person {
  /** The account's id in the interface. */
  readonly id: string;
  password: string;
  /** How many wrong passwords were sent in a row. */
  wrong: number;
}

interface Kept {
  readonly account: string;
  readonly expiresAt: number;
}

/** This many wrong passwords lock an account. */
const mostWrong = 5;

export interface People<P extends Person> {
  add(email: string, person: Omit<P, 'wrong'>): P;
  /** The result of a sign-in. Each sign-in is counted. */
  enter(email: unknown, password: unknown): 'wrong' | 'locked' | P;
  /** A new session that lasts this many seconds. */
  begin(account: string, seconds: number): { readonly token: string; readonly expiresAt: number };
  accountOf(token: string): string | undefined;
  /** Ends all sessions of an account, as when somebody signs out everywhere. */
  endSessions(account: string): void;
  /** The number of sign-ins by account, whatever their result. */
  readonly entries: Map<string, number>;
}

export function createPeople<P extends Person>(): People<P> {
  const people = new Map<string, P>();
  const sessions = new Map<string, Kept>();
  const entries = new Map<string, number>();
  return {
    add(email, person) {
      // `wrong` is the only field that `person` lacks.
      const added = { ...person, wrong: 0 } as P;
      people.set(email, added);
      return added;
    },
    enter(email, password) {
      const person = people.get(String(email));
      if (!person) return 'wrong';
      entries.set(person.id, (entries.get(person.id) ?? 0) + 1);
      if (person.wrong >= mostWrong) return 'locked';
      if (person.password !== password) {
        person.wrong++;
        return 'wrong';
      }
      person.wrong = 0;
      return person;
    },
    begin(account, seconds) {
      const kept = { account, expiresAt: Date.now() + seconds * 1000 };
      const token = `session-${randomUUID()}`;
      sessions.set(token, kept);
      return { token, expiresAt: kept.expiresAt };
    },
    accountOf(token) {
      const kept = sessions.get(token);
      return kept && kept.expiresAt > Date.now() ? kept.account : undefined;
    },
    endSessions(account) {
      for (const [token, kept] of sessions) if (kept.account === account) sessions.delete(token);
    },
    entries,
  };
}
