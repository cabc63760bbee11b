// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { uuid } from './uuid.js';

/** Names the team if a management key asks (spec 5); with an API key it has to be that key's team, or absent. */
export const managedTeam = z.object({ team_id: z.optional(uuid) });
