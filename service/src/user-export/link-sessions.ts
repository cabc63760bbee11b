import type { ExportedLinkSession } from 'svc-link/contract';
import { consentOf } from '../connections/index.js';
import { pagesOfUser, type Pages, type Sources } from './pages.js';

/** How many sessions one statement reads. Each has some hundred steps at most. */
const atOnce = 50;

/** A user's link sessions, with their steps. */
export const readLinkSessions = ({ db }: Sources, userId: string): Pages<ExportedLinkSession> =>
  pagesOfUser(
    db
      .selectFrom('link_session')
      .select(['id', 'state', 'provider', 'provider_account', 'error_type', 'user_label', 'app_name'])
      .select(['consent', 'page', 'created_on', 'started_on', 'expires_at', 'ended_on', 'finished_on']),
    { userId, most: atOnce },
    async (rows) => {
      const of = rows.map(({ id }) => id);
      const phones = await db.selectFrom('link_handoff').selectAll().where('session_id', 'in', of).execute();
      const connections = await db
        .selectFrom('link_connection')
        .selectAll()
        .where('session_id', 'in', of)
        .orderBy('connected_on')
        .execute();
      const visits = await db
        .selectFrom('oauth_attempt')
        .select(['session_id', 'provider', 'created_on', 'used_on', 'expires_at'])
        .where('session_id', 'in', of)
        .orderBy('created_on')
        .execute();
      const steps = await db
        .selectFrom('link_step')
        .selectAll()
        .where('session_id', 'in', of)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(({ id, provider_account, consent, page, ...session }) => {
        const isOfSession = ({ session_id }: { readonly session_id: string }): boolean => session_id === id;
        const phone = phones.find(isOfSession);
        return {
          link_session_id: id,
          state: session.state,
          provider: session.provider,
          provider_id: provider_account,
          error_type: session.error_type,
          user_label: session.user_label,
          app_name: session.app_name,
          consent: consentOf(consent),
          page: page && { origin: page.origin, mode: page.mode, version: page.version },
          created_on: session.created_on.toISOString(),
          started_on: timeOrNull(session.started_on),
          expires_at: session.expires_at.toISOString(),
          ended_on: timeOrNull(session.ended_on),
          finished_on: timeOrNull(session.finished_on),
          phone: phone
            ? {
                state: phone.state,
                origin: phone.origin,
                provider: phone.provider,
                expires_at: phone.expires_at.toISOString(),
              }
            : null,
          connections: connections.filter(isOfSession).map((connection) => ({
            provider: connection.provider,
            provider_id: connection.provider_account,
            consent: consentOf(connection.consent),
            connected_on: connection.connected_on.toISOString(),
          })),
          visits: visits.filter(isOfSession).map((visit) => ({
            provider: visit.provider,
            created_on: visit.created_on.toISOString(),
            used_on: timeOrNull(visit.used_on),
            expires_at: visit.expires_at.toISOString(),
          })),
          steps: steps.filter(isOfSession).map(({ step, at, provider, error_type, place, request_id }) => ({
            ...{ event: step, at: at.toISOString(), provider, error_type, place, request_id },
          })),
        };
      });
    },
  );

const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
