// The variables that the code blocks of the documentation assume: the reader's own server and page.
import 'svc-link/define';
import type expressModule from 'express';
import type { Express, Request, RequestHandler } from 'express';
import type { Page } from '@playwright/test';
import type { Client, ExportedConnection } from 'svc-link/client';
import type { bulkImport, BodyOf } from 'svc-link/contract';
import type { SvcLink } from 'svc-link';
import type { Driver, FakeService } from 'svc-link/testing';
import type { WebhookEvent } from 'svc-link/webhooks';

type Listen = (name: string, listener: (event: never) => void) => Promise<unknown>;

declare global {
  const client: Client;
  const link: SvcLink;
  const fetchToken: (which?: object) => Promise<string>;
  const user_id: string;
  const org_id: string;
  const link_session_id: string;
  // docs/server.md explains `request.user`.
  const express: typeof expressModule;
  const app: Express;
  const requireLogin: RequestHandler;
  function personOf(request: Request): Request['user'] | undefined;
  const router: { push(path: string): void };
  function report(...what: unknown[]): void;
  const analytics: { track(name: string, facts: object): void };
  const support: { note(facts: object): void };
  function wait(seconds: number): Promise<void>;

  // docs/bulk.md
  const provider: string;
  const connections: BodyOf<typeof bulkImport>['connections'];
  const store: (connection: ExportedConnection) => Promise<void>;

  // docs/webhooks.md
  const id: string;
  const secret: string;
  function take(id: string, event: WebhookEvent): Promise<void>;

  // docs/reconnect.md
  function askBack(userId: string, provider: string): Promise<void>;
  function stopAsking(userId: string, provider: string): Promise<void>;

  // docs/testing.md
  const service: FakeService;
  const page: Page;
  const widget: Driver;
  const linkToken: string;

  // docs/attributes.md
  const again: HTMLButtonElement;

  // docs/mobile.md
  const linkWebUrl: string;
  const linkSessionId: string;
  const isRedirect: (url: string) => boolean;
  const finish: (url: string) => void;
  const onLinkMessage: (message: string | object) => void;
  const openInTab: (url: string) => void;
  const askServer: (sessionId: string | undefined, confirmCode?: string) => Promise<void>;
  const App: { addListener(name: string, listener: (event: { url: string }) => void): Promise<unknown> };
  const Browser: {
    addListener: Listen;
    open(options: { url: string }): Promise<void>;
    close(): Promise<void>;
  };
  const cordova: {
    InAppBrowser: {
      open(
        url: string,
        target: string,
        options?: string,
      ): {
        addEventListener(name: string, listener: (event: { url: string; data: object }) => void): void;
        close(): void;
      };
    };
  };
  const InAppBrowser: {
    addListener(name: string, listener: (event: { url: string; detail: object }) => void): Promise<unknown>;
    openWebView(options: { url: string }): Promise<void>;
    close(): Promise<void>;
  };
}
