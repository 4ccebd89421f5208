import express from 'express';
import { expect, test } from 'vitest';
import { healthRoutes } from '#infrastructure/http/health.ts';
import { listen } from '#infrastructure/http/listen.ts';
import { requestLog } from '#infrastructure/http/requestLog.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually } from '#tests/support/marketplace.ts';

const WARNING = 40;

test('warns of a failed readiness check only while open, and reports /serving to proxies', async () => {
  const lines: { level: number }[] = [];
  const log = openLog({
    level: 'info',
    short: false,
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const metrics = openMetrics();
  let open = false;
  const probes = {
    database: () => Promise.reject(new Error('not yet')),
    eventStore: async () => undefined,
    disk: async () => undefined,
    projections: async () => [],
    policies: async () => [],
    quarantined: () => 0,
    open: () => open,
  };
  const app = express().use(requestLog(log, metrics, newId));
  app.use(healthRoutes(probes, metrics, { production: false, metricsToken: undefined }));
  const listening = await listen(0, '127.0.0.1');
  await listening.serve(app, () => true);
  const ask = async (path = '/ready') => {
    const { status } = await fetch(`http://127.0.0.1:${listening.port}${path}`);
    const { level } = await eventually(async () => lines.shift());
    return [status, level >= WARNING];
  };
  expect(await ask()).toEqual([503, false]);
  expect(await ask('/serving')).toEqual([503, false]);
  open = true;
  expect(await ask()).toEqual([503, true]);
  expect(await ask('/serving')).toEqual([200, false]);
  await listening.close(0);
});
