import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { SvcSuccessEvent, TokenProvider } from 'svc-link';
import 'svc-link/define';

const linkToken: TokenProvider = async ({ reason, signal }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST', signal });
  if (!response.ok) throw new Error('no link token');
  return response.json(); // { link_token, start }
};

@Component({
  selector: 'app-connect-device',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Your devices</h1>
    <p role="status">{{ connected() ? 'Connected: ' + connected() : 'Choose what to connect.' }}</p>
    <svc-link
      base-url="http://127.0.0.1:8787"
      [tokenProvider]="linkToken"
      (svc-success)="onSuccess($event)"
    ></svc-link>
  `,
})
export class ConnectDevice {
  readonly connected = signal<string | null>(null);
  readonly linkToken = linkToken;

  onSuccess({ detail }: SvcSuccessEvent): void {
    this.connected.set(detail.provider);
  }
}
