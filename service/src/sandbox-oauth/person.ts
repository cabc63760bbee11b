import { createHash, randomBytes } from 'node:crypto';

/** The fictional person whose account a browser has at a provider. */
export interface Person {
  readonly account: string;
  readonly name: string;
}

const names = [
  'Robin Ashdown',
  'Mika Lindqvist',
  'Noor Haddad',
  'Toni Okafor',
  'Sasha Petrov',
  'Kim Marlowe',
  'Ines Carvalho',
  'Jules Moreau',
  'Ravi Anand',
  'Yuki Tanabe',
] as const;

export const newAccount = (): string => randomBytes(9).toString('base64url');

export const isAccount = (value: string): boolean => /^[\w-]{6,40}$/.test(value);

export function personOf(account: string): Person {
  const index = createHash('sha256').update(account).digest().readUInt32BE() % names.length;
  return { account, name: names[index] ?? names[0] };
}
