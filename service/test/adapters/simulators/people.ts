// People who sign in with a password, for simulators of private interfaces: their accounts, sessions that end, and accounts that
// are locked after too many wrong passwords.
import { randomUUID } from 'node:crypto';

export interface Person {
  /** As the interface names the account. */
  readonly id: string;
  password: string;
  /** How many passwords in a row were wrong. */
  wrong: number;
}

interface Kept {
  readonly account: string;
  readonly expiresAt: number;
}

/** An account is locked after so many wrong passwords. */
const mostWrong = 5;

export interface People<P extends Person> {
  add(email: string, person: Omit<P, 'wrong'>): P;
  /** What comes of a sign-in, which is counted. */
  enter(email: unknown, password: unknown): 'wrong' | 'locked' | P;
  /** A new session, for so many seconds. */
  begin(account: string, seconds: number): { readonly token: string; readonly expiresAt: number };
  accountOf(token: string): string | undefined;
  /** Ends all sessions of an account, as when somebody signs out everywhere. */
  endSessions(account: string): void;
  /** How many sign-ins there were of an account, whatever came of them. */
  readonly entries: Map<string, number>;
}

export function createPeople<P extends Person>(): People<P> {
  const people = new Map<string, P>();
  const sessions = new Map<string, Kept>();
  const entries = new Map<string, number>();
  return {
    add(email, person) {
      // What is left out of a person is this one field.
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
