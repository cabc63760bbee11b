import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { SvcStepEvent, SvcSuccessEvent, TokenProvider } from 'svc-link';
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
    <p role="status">
      {{
        connected()
          ? 'Connected: ' + connected()
          : isLeft()
            ? 'Nothing was connected.'
            : 'Choose what to connect.'
      }}
    </p>
    <svc-link
      #link
      base-url="http://127.0.0.1:8787"
      [tokenProvider]="linkToken"
      (svc-success)="onSuccess($event)"
      (svc-step)="onStep($event, again)"
    ></svc-link>
    <button #again type="button" hidden (click)="link.restart()">Connect a device</button>
  `,
})
export class ConnectDevice {
  readonly connected = signal<string | null>(null);
  /** When the person has left the widget, for example by its X, it is empty. */
  readonly isLeft = signal(false);
  readonly linkToken = linkToken;

  onSuccess({ detail }: SvcSuccessEvent): void {
    // What the browser says is a hint: your server asks how it ended, by link_session_id (docs/server.md of svc-link).
    this.connected.set(detail.provider);
  }

  onStep({ detail }: SvcStepEvent, again: HTMLButtonElement): void {
    this.isLeft.set(detail.step === 'closed');
    again.hidden = !this.isLeft();
    again.focus();
  }
}
