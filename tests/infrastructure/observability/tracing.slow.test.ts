import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, type Member, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { type CollectedSpan, startTraceCollector } from '#tests/support/traceCollector.ts';
import { sales } from '../../http/sale.ts';

let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let market: TestMarketplace;
let buyer: Member;
let seller: Member;
const { offer, bought, checkout } = sales(() => market);
beforeAll(async () => {
  collector = await startTraceCollector();
  market = await startMarketplace({ tracesTo: collector.url });
  [buyer, seller] = await Promise.all([market.member('tbuyer'), market.seller('tseller')]);
});
afterAll(async () => {
  await market?.close();
  collector?.close();
});

const attributeOf = (span: CollectedSpan, key: string) => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const collected = (wanted: (span: CollectedSpan) => boolean) => eventually(async () => collector.spans.find(wanted));
const parentOf = (span: CollectedSpan) => collected(({ spanId }) => spanId === span.parentSpanId);

test('traces a purchase from the incoming request through command and append', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { _id: listing } = await offer(seller);
  const body = { listing, amount: 50, seller: seller.id };
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-request-id': 'purchase-0001' };
  expect((await buyer.post('transaction', body, { headers })).status).toBe(201);

  const append = await collected((span) => span.traceId === traceId && span.name === 'append');
  const command = await parentOf(append);
  const request = await parentOf(command);
  expect(command.name).toBe('command POST transaction');
  expect(request).toMatchObject({ name: 'POST transaction', parentSpanId: '00f067aa0ba902b7', traceId });
  expect(attributeOf(request, 'http.response.status_code')).toBe(201);
  expect([request, append].map((span) => attributeOf(span, 'reliquary.correlation_id'))).toEqual([
    'purchase-0001',
    'purchase-0001',
  ]);
  expect(attributeOf(append, 'reliquary.events')).toMatch(/^\w+/);
});

test('puts provider calls into their job’s span and records read model batches', async () => {
  const call = await collected(({ name }) => name === 'provider verifyBankAccount');
  expect((await parentOf(call)).name).toBe('job bankChecks');
  await checkout(buyer, await bought(buyer, seller));
  const opened = await collected(({ name }) => name === 'provider openCheckout');
  expect((await parentOf(opened)).name).toMatch(/^command PUT transaction\//);
  const batch = await collected(({ name }) => name === 'projections');
  expect(Number(attributeOf(batch, 'reliquary.events'))).toBeGreaterThan(0);
});

test('records a failed call by error name only', async () => {
  expect((await buyer.get(`transaction/${newId()}`)).status).toBeGreaterThanOrEqual(400);
  const failed = await collected(({ name, status }) => name.startsWith('query GET transaction') && status.code === 2);
  expect(failed.status.message).toMatch(/^\w+$/);
});

test('puts no person, address or secret into a span', async () => {
  const all = JSON.stringify(collector.spans);
  for (const text of [buyer, seller].flatMap(({ id, email, username, token }) => [id, email, username, token!]))
    expect(all).not.toContain(text);
  for (const text of ['NL91ABNA', 'Lange Straat', '127.0.0.1']) expect(all).not.toContain(text);
});

test('/metrics reports provider calls, e-mails, files and alarms', async () => {
  const text = String((await market.client().get('/metrics')).body);
  expect(text).toMatch(/reliquary_provider_call_duration_seconds_count\{call="verifyBankAccount",outcome="done"\} 1/);
  expect(text).toMatch(/reliquary_mails_total\{outcome="done"\} [1-9]/);
  expect(text).toMatch(/reliquary_file_calls_total\{call="put",outcome="done"\} [1-9]/);
  expect(text).toMatch(/# TYPE reliquary_alarms_total counter/);
  expect(text).toMatch(/reliquary_jobs\{queue="refunds",state="failed"\} 0/);
});

test('loads no tracing library without a collector', () => {
  const program = `
    import { openTracing } from '#infrastructure/observability/openTracing.ts';
    import { noTracing } from '#infrastructure/observability/tracing.ts';
    import { createRequire } from 'node:module';
    const tracing = await openTracing(undefined, 'all');
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('opentelemetry'));
    console.log(tracing === noTracing, loaded());
    await openTracing('http://127.0.0.1:1', 'all');
    console.log(loaded());`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', program],
    { cwd: new URL('../../..', import.meta.url).pathname, encoding: 'utf8' },
  );
  expect(stdout.trim().split('\n')).toEqual(['true false', 'true']);
});
