import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { listings } from '#projections/listings/projection.ts';
import { earlierCasesOf, similarCasesOf } from '#projections/transactions/cases/otherCases.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, openTransaction, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
const id = (n: number) => String(n).repeat(32);
type Story = ReturnType<typeof openTransaction>;
type Category = 'DAMAGED' | 'NOT_AS_DESCRIBED';

const disputed = (n: number, category: Category, claim: number): Story =>
  openTransaction({ id: id(n) })
    .shipped()
    .later(DAY)
    .buyer({ type: 'OpenDispute', category, claim, text: 'broken', evidence: ['e1'] })
    .later(HOUR)
    .seller({ type: 'ContestDispute', text: 'it left whole', evidence: [] });
const decided = (story: Story, toBuyer: number): Story =>
  story.staff({ type: 'DecideDispute', toBuyer, rationale: 'the photos say so', seller: VERIFIED });
const given = (stories: Story[]) =>
  fill(
    database.knex,
    [accounts, listings, transactions],
    interleave(Object.fromEntries(stories.map(({ sale, events }) => [`transaction-${sale.id}`, events]))),
  );

test('lists decided disputes of the same category, with the claimed part of the held money', async () => {
  const open = disputed(1, 'DAMAGED', 1_000);
  const alike = decided(disputed(2, 'DAMAGED', 1_100), 1_100);
  const lessAlike = decided(disputed(3, 'DAMAGED', 2_000), 0);
  const other = decided(disputed(4, 'NOT_AS_DESCRIBED', 1_000), 500);
  const undecided = disputed(5, 'DAMAGED', 1_000);
  const hold = openTransaction({ id: id(6) })
    .shipped()
    .staff({ type: 'PlaceStaffHold', reason: 'a fraud' });
  decided(hold, hold.sale.captured);
  await given([open, alike, lessAlike, other, undecided, hold]);

  const similar = await similarCasesOf(database.knex, open.sale);
  expect(similar.map(({ _id }) => _id)).toEqual([id(2), id(3)]);
  expect(similar[0]).toMatchObject({
    category: 'DAMAGED',
    claim: 11,
    outcome: { toBuyer: 11, held: alike.sale.captured / 100, by: 'staff' },
  });
  const earlier = await earlierCasesOf(database.knex, SELLER, open.sale);
  expect(earlier.find(({ _id }) => _id === id(6))).toMatchObject({ category: 'staffHold', claim: 0 });
});
