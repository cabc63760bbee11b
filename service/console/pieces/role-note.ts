import { html, type TemplateResult } from 'lit';
import type { Role } from 'svc-link/contract';
import type { Session } from '../session.js';

/** Takes the place of buttons and says which role they need. `what`: such as `Sending again`. */
export const roleNote = ({ role }: Pick<Session, 'role'>, needed: Role, what: string): TemplateResult =>
  html`<p class="small muted">${what} takes the role <strong>${needed}</strong>. Yours is ${role}.</p>`;
