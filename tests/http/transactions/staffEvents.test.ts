import { beforeAll, expect, test } from 'vitest';
import { unmatchedEventId } from '#application/streams/streamNames.ts';
import { orphaned } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { PROVIDER } from '#domain/shared/actor.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { paid } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
beforeAll(async () => {
  [buyer, seller, clerk] = await Promise.all([
    market().member('fbuyer'),
    market().seller('fseller'),
    market().staff('fclerk'),
  ]);
});

const context = () => ({ commandId: newId(), correlationId: newId(), causationId: newId(), actor: PROVIDER });
const noted = (transactionId: string): ProviderEvent => ({
  eventId: newId(),
  occurredAt: 0,
  transactionId,
  kind: 'other',
  name: 'fee.taken',
  reference: 'fee/1',
  amount: 700,
});
const queue = async (kind: string) => {
  await market().settle();
  return (await clerk.get(`staff/cases?kind=${kind}`)).body.cases;
};

later.test(
  'keeps unrequested money movements of the provider for staff, who close them with a note [L-039]',
  async () => {
    const { id } = await paid(buyer, seller);
    const standing = { bankVerified: true, payoutsHeldUntil: null };
    const request = { type: 'RecordProviderFact', fact: noted(id), seller: standing } as const;
    await market().marketplace.repository.transactions.send(id, request, context());
    expect(await queue('providerFact')).toMatchObject([{ sale: { _id: id } }]);
    const close = (by: Member, kind: string) =>
      by.post(`transaction/${id}/case/close`, { kind, note: 'The bank was asked' });
    for (const party of [buyer, seller]) expect((await close(party, 'providerFact')).status).toBe(403);
    expect((await close(clerk, 'lateClaim')).body.code).toBe('caseNotOpen');
    expect((await close(clerk, 'providerFact')).body.message).toBe('Case closed');
    expect(await queue('providerFact')).toEqual([]);
    const { statements } = (await clerk.get(`staff/cases/${id}`)).body;
    expect(statements.at(-1)).toMatchObject({
      event: 'CaseClosed',
      text: '[personal]',
      category: 'providerFact',
    });
    expect(JSON.stringify((await buyer.get(`transaction/${id}`)).body)).not.toContain('CaseClosed');
  },
);

test('keeps an event about an unknown transaction for staff until they close it [L-039]', async () => {
  const fact = { ...noted('9'.repeat(32)), eventId: 'evt/of another shop' };
  await market().marketplace.repository.unmatchedEvents.send(unmatchedEventId(fact.eventId), orphaned(fact), context());
  expect(await queue('orphanFact')).toMatchObject([
    { sale: null, orphan: { eventId: fact.eventId, fact: 'fee.taken', reference: 'fee/1', amount: 7 } },
  ]);
  const close = (by: Member, note?: string) =>
    by.post(`staff/orphans/${encodeURIComponent(fact.eventId)}/close`, { note });
  expect((await close(buyer, 'mine')).status).toBe(403);
  expect((await close(clerk)).body.message).toBe('A note is required');
  expect((await close(clerk, 'Of another shop')).status).toBe(204);
  expect(await queue('orphanFact')).toEqual([]);
});
