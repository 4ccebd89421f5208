import { expect, test } from 'vitest';
import { misspelledSettings } from '#infrastructure/settings/misspelled.ts';

test('suggests the setting that an unknown variable resembles', () => {
  expect(
    misspelledSettings({ TRUST_PROXYS: '1', WITNESS: 'x', database_url: 'x', ROLES: 'api', METRIC_TOKEN: 'x' }),
  ).toEqual([
    { name: 'TRUST_PROXYS', meant: 'TRUST_PROXY' },
    { name: 'WITNESS', meant: 'WITNESSES' },
    { name: 'database_url', meant: 'DATABASE_URL' },
    { name: 'ROLES', meant: 'ROLE' },
    { name: 'METRIC_TOKEN', meant: 'METRICS_TOKEN' },
  ]);
});

test('ignores other programs’ variables, settings that are also set, and file variants', () => {
  expect(
    misspelledSettings({
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'a',
      SHELL: 'sh',
      PWD: '/',
      NODE_OPTIONS: '',
      NODE_PATH: '',
      REDIS_PORT: '6379',
      POSTGRES_PASSWORD: 'x',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      OTEL_EXPORTER_OTLP_HEADERS: 'x',
      S3_BUCKETS: 'x',
      S3_BUCKET: 'x',
      MASTER_KEY_FILE: '/run/secrets/key',
    }),
  ).toEqual([]);
});
