import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countingAlarms } from '#infrastructure/observability/alarms.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';

test('counts error lines as alarms by their message, and writes all lines', async () => {
  const lines: string[] = [];
  const metrics = openMetrics();
  const log = countingAlarms(
    openLog({ level: 'info', short: false, destination: { write: (line) => void lines.push(line) } }),
    metrics,
  );
  log.warn({ job: '1' }, 'a job failed and will be tried again');
  log.error({ job: '1', email: 'ada@example.com' }, 'a job is dead: all its attempts failed');
  log.error({ job: '2' }, 'a job is dead: all its attempts failed');
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('ada@');
  expect(await metrics.registry.getSingleMetricAsString('reliquary_alarms_total')).toContain(
    'reliquary_alarms_total{alarm="a job is dead: all its attempts failed"} 2',
  );
});

const ROOT = join(import.meta.dirname, '../../..');
const ALARM = /\.error\(\s*(?:\{[^;]*?\}|details),\s*'([^']+)',?\s*\)|levelOf\([^;]*?\},\s*'([^']+)'/g;

const alarmsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(ALARM)])
    .map(([, message, levelled]) => message ?? levelled ?? '');

test('the runbook lists every alarm', () => {
  const runbook = readFileSync(join(ROOT, 'infrastructure/runbook.md'), 'utf8');
  const told = [...runbook.matchAll(/`([a-z][^`]*)`/g)].map(([, phrase]) => phrase as string);
  const alarms = ['application', 'infrastructure'].flatMap(alarmsIn);
  expect(alarms.length).toBeGreaterThan(30);
  expect(alarms.filter((alarm) => !told.some((phrase) => phrase.includes(' ') && alarm.startsWith(phrase)))).toEqual(
    [],
  );
});
