import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { findStraySettings } from '../../src/server/stray-settings.js';

describe('a variable that may be a setting with a typo', () => {
  it('is told of, with the setting that it is like', () => {
    assert.deepEqual(findStraySettings({ DATABASE_POOL_SIZ: '20', PUBLIK_URL: 'x', database_url: 'x' }), [
      'DATABASE_POOL_SIZ is no setting, and is ignored: is DATABASE_POOL_SIZE meant?',
      'PUBLIK_URL is no setting, and is ignored: is PUBLIC_URL meant?',
      'database_url is no setting, and is ignored: is DATABASE_URL meant?',
    ]);
  });

  it('is told of if it begins as only settings do', () => {
    assert.deepEqual(findStraySettings({ RETENTION_HEALTH: '90', CONSOLE_OIDC_AUDIENCE: 'x' }), [
      'CONSOLE_OIDC_AUDIENCE is no setting, and is ignored',
      'RETENTION_HEALTH is no setting, and is ignored',
    ]);
  });

  it('is none of the settings, and none of what others set', () => {
    const others = [
      'PATH',
      'HOSTNAME',
      'PORTS',
      'DATABASE_PASSWORD',
      'DATABASE_USER',
      'SVC_VERSION',
      'PROCESSES',
    ];
    const ours = ['PORT', 'RETENTION_HEALTH_DAYS', 'SVC_MASTER_KEYS', 'SVC_MASTER_KEY'];
    const collector = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
    const cluster = ['SVC_SERVICE_HOST', 'DATABASE_PORT', 'DATABASE_SERVICE_HOST', 'WITHINGS_CLIENT_SECRET'];
    const names = [...others, ...ours, ...collector, ...cluster];
    assert.deepEqual(findStraySettings(Object.fromEntries(names.map((name) => [name, 'x']))), []);
  });

  it('is not told of if it is empty, as that counts as not set', () => {
    assert.deepEqual(findStraySettings({ RETENTION_HEALTH: '' }), []);
  });
});
