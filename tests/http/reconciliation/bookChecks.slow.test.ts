import { beforeAll, expect, test } from 'vitest';
import { bookChecksOf, checkChain } from '#application/reconciliation/bookChecks.ts';
import { instantOf, localDay } from '#domain/shared/amsterdam.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { paid, shipped, becomes } = sales(market);
let buyer: Member;
let seller: Member;
beforeAll(async () => {
  [buyer, seller] = await Promise.all([market().member('lbuyer'), market().seller('lseller')]);
});

/** In autumn, when one hour occurs twice. */
const LONGEST_DAY = 25 * HOUR;

const nights = () => bookChecksOf(market().marketplace.repository);
const metrics = async () => (await fetch(`${market().url}/metrics`)).text();

test('agrees with the provider overnight on a moved clock, whatever money is in transit', async () => {
  const sold = await shipped(buyer, seller);
  await paid(buyer, seller, '20.00');
  await market().advance(LONGEST_DAY);
  expect(await nights()).toMatchObject([{ type: 'LedgerAttested' }]);
  await buyer.post(`transaction/${sold.id}/confirm-delivery`, {});
  await becomes(buyer, sold, 'READY_FOR_PAYOUT');
  await market().advance(5 * DAY);
  await market().settle();
  await market().advance(MINUTE);
  const [latest] = await nights();
  expect(latest?.type).toBe('LedgerAttested');
  expect(await checkChain(market().marketplace.repository, market().marketplace.store)).toMatchObject({ intact: true });
  expect(await metrics()).toContain('reliquary_ledger_difference_cents 0');
});

test('matches every object of the provider to an event of ours', async () => {
  await eventually(async () => /^reliquary_provider_objects [1-9]/m.test(await metrics()));
  expect(await metrics()).toContain('reliquary_provider_objects_unmatched 0');
  expect(await metrics()).not.toMatch(/^reliquary_alarms_total\{/m);
});

test('reports money that only the provider has, also in the metrics', async () => {
  const { provider, db } = market().marketplace;
  provider.controls.holdWebhooks(true);
  const { id } = await db('simulated_provider.checkouts').first('id');
  // shortly before the nightly check, so that its look at the provider’s lists does not find it first
  const now = await market().advance(MINUTE);
  await market().advance(instantOf(localDay(now) + 1, 3 * HOUR) - HOUR - now);
  await provider.controls.captureAnyway(id, 777);
  await market().advance(HOUR + MINUTE);
  await market().advance(16 * MINUTE);
  const [latest] = await nights();
  expect(latest).toMatchObject({ type: 'LedgerDifferenceFound', data: { faults: ['providerDiffers'] } });
  expect(latest!.data.atProvider - latest!.data.expectedAtProvider).toBe(777);
  const body = await metrics();
  expect(body).toContain('reliquary_ledger_difference_cents 777');
  expect(body).toMatch(/reliquary_ledger_attested_timestamp_seconds \d{10}/);
  provider.controls.holdWebhooks(false);
});
