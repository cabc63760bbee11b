import { html, nothing, type TemplateResult } from 'lit';
import type { ApiKey } from 'svc-link/contract';
import { empty } from '../pieces/empty.js';
import { endWarning } from '../pieces/key-end.js';
import { keyTable } from '../pieces/key-table.js';
import { endOf, KeysElement, textOf } from '../pieces/keys-element.js';

/** The API keys of a team. */
export class ApiKeysView extends KeysElement<ApiKey> {
  static override properties = {
    ...KeysElement.properties,
    teamId: { attribute: false },
  };

  protected readonly use = 'Your server sends it as the header x-svc-api-key.';

  declare teamId: string;

  protected async read(signal: AbortSignal): Promise<readonly ApiKey[]> {
    const { client, orgId } = this.session;
    return (await client.listApiKeys(orgId, this.teamId, { signal })).api_keys;
  }

  protected make(form: HTMLFormElement) {
    const { client, orgId } = this.session;
    return client.createApiKey(orgId, this.teamId, {
      name: textOf(form, 'name'),
      expires_at: endOf(form),
    });
  }

  protected delete({ id }: ApiKey): Promise<unknown> {
    const { client, orgId } = this.session;
    return client.deleteApiKey(orgId, this.teamId, id);
  }

  protected rotate({ id }: ApiKey, overlap_seconds: number) {
    const { client, orgId } = this.session;
    return client.rotateApiKey(orgId, this.teamId, id, { overlap_seconds });
  }

  protected lossOf(): string {
    return 'It stops working at once: a server that still uses it gets 401. You can’t undo this.';
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">API keys</h1>
      <p class="lead">
        The team’s servers call the service with these. To replace one, rotate it: the old key goes on until
        the new one is in use.
      </p>
      ${this.form(nothing)}
      ${this.list.render((keys) =>
        keys.length === 0
          ? empty('The team has no API keys yet', 'Create one above and give it to the team’s server.')
          : html`${endWarning(keys)} ${keyTable('API keys', keys, this.actions)}`,
      )}`;
  }
}
