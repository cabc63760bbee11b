// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { uuid } from './uuid.js';

/** Names the team if the request has a management key (spec 5). With an API key it must be that key's team, or absent. */
export const managedTeam = z.object({ team_id: z.optional(uuid) });
