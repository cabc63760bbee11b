// The rules for one connection of an import. Each connection is checked by itself, so that one wrong connection does not
// fail the others.
import type { ConnectionRecipe } from 'svc-link/contract';
import * as z from 'zod/mini';

const text = (longest: number) => z.string().check(z.maxLength(longest));

/** In seconds. A time that was sent in milliseconds by mistake is later than this. */
const year9999 = 253_402_300_799;

const importable = z.object({
  access_token: text(16_384).check(z.minLength(1)),
  refresh_token: text(16_384),
  provider_id: text(512),
  expires_at: z.int().check(z.minimum(0), z.maximum(year9999)),
  oauth_scopes: z.array(text(256)).check(z.maxLength(256)),
});

/** Whether a connection can be stored. */
export const isImportable = (recipe: ConnectionRecipe): boolean => importable.safeParse(recipe).success;
