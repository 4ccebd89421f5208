import { beforeAll, expect, test } from 'vitest';
import { bookChecksOf } from '#application/reconciliation/bookChecks.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { expectAllRowsAsTheEventsSay } from '#tests/support/readModels.ts';
import { type Sold, sales } from '../sale.ts';

/** The provider takes money without telling us. Staff book it, both sides agree again, and the case closes. */
const market = useMarketplace();
const { paid } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let colleague: Member;
beforeAll(async () => {
  [buyer, seller, clerk, colleague] = await Promise.all([
    market().member('dbuyer'),
    market().seller('dseller'),
    market().staff('dclerk'),
    market().staff('dcolleague'),
  ]);
});

const fileOf = async ({ id }: Sold, by = clerk) => (await by.get(`staff/cases/${id}`)).body;
const night = async () => {
  await market().advance(DAY);
  await market().advance(16 * MINUTE);
  await market().settle();
};
const take = async ({ id }: Sold, cents: number) =>
  market().marketplace.db('simulated_provider.payments').where({ transaction_id: id }).decrement('captured', cents);
const book = async (sold: Sold, by = clerk) => {
  const { transaction, differences } = await fileOf(sold, by);
  const body = { caseId: differences[0]?.caseId ?? 'none', rationale: 'A fee', basedOn: transaction.revision };
  return by.post(`transaction/${sold.id}/difference/book`, body);
};
const lastNight = async () => (await bookChecksOf(market().marketplace.repository))[0];

test('the reconciliation names a difference, staff book it, and the next night agrees and closes the case', async () => {
  const [sold, dear] = [await paid(buyer, seller), await paid(buyer, seller, '900.00')];
  await night();
  expect((await lastNight())?.type).toBe('LedgerAttested');
  await take(sold, 300);
  await take(dear, 60_000);
  await night();
  await night();
  expect(await lastNight()).toMatchObject({ type: 'LedgerDifferenceFound', data: { faults: ['providerDiffers'] } });
  await eventually(
    async () => (await fileOf(sold)).differences.length === 1 && (await fileOf(dear)).differences.length === 1,
  );
  expect((await fileOf(sold)).differences).toMatchObject([
    { object: 'payment', lost: 3, booked: 0, refused: null, needsConfirmation: false, pending: null },
  ]);

  expect(
    (await seller.post(`transaction/${sold.id}/difference/book`, { caseId: 'x', rationale: 'x', basedOn: 1 })).status,
  ).toBe(403);
  expect((await book(sold)).body).toMatchObject({ success: true, message: 'Difference booked' });
  const twice = await book(sold, colleague);
  expect([twice.status, twice.body.code]).toEqual([409, 'differenceBooked']);

  expect((await book(dear)).body.message).toContain('A second member of staff');
  const proposed = (await fileOf(dear, colleague)).differences[0];
  expect(proposed).toMatchObject({ lost: 600, pending: { rationale: 'A fee', proposedBy: { _id: clerk.id } } });
  expect((await book(dear)).body.code).toBe('ownDecision');
  expect((await book(dear, colleague)).body.message).toBe('Difference booked');

  await night();
  expect((await lastNight())?.type).toBe('LedgerAttested');
  await eventually(async () => (await fileOf(sold)).cases.length === 0 && (await fileOf(dear)).cases.length === 0);
  const { sums, tAccounts } = await fileOf(sold);
  expect([sums.refunded, sums.chargedBack, sums.held, tAccounts[0].covered]).toEqual([0, 0, sums.captured, 3]);
  await expectAllRowsAsTheEventsSay(market().config);
});
