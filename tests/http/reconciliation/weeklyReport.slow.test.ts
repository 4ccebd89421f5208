import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { paid } = sales(market);
let buyer: Member;
let seller: Member;
let admin: Member;
/** Ms until Wednesday noon: sales from then on are in the next Monday’s report, whenever the suite runs. */
const untilWednesday = (now: number): number => {
  const noon = new Date(now).setUTCHours(12, 0, 0, 0);
  const days = (3 - new Date(now).getUTCDay() + 7) % 7 || 7;
  return noon + days * DAY - now;
};

beforeAll(async () => {
  await market().advance(untilWednesday(market().marketplace.clock!.now()));
  [buyer, seller, admin] = await Promise.all([
    market().member('wbuyer'),
    market().seller('wseller'),
    market().member('wadmin'),
  ]);
  await market().grant(admin, 'admin');
});

const reports = async () =>
  (await market().emails(admin.email)).filter(({ subject }) => /^The week until/.test(subject));

test('mails admins the week’s totals on Monday, without personal data [D2-018]', async () => {
  const sold = await paid(buyer, seller, '50.00');
  await market().advance(7 * DAY);
  const [report, ...others] = await reports();
  expect(others).toEqual([]);
  expect(report!.text).toContain('1 sale was paid');
  expect(report!.text).toMatch(/Paid by buyers\s*:?\s*€\d+\.\d\d/);
  for (const secret of [sold.id, 'wbuyer', 'wseller', 'painted dragon', seller.id])
    expect(report!.text).not.toContain(secret);
  expect(await market().emails(buyer.email)).not.toContainEqual(expect.objectContaining({ subject: report!.subject }));
  await market().settle();
  expect(await reports()).toHaveLength(1);
  await market().advance(7 * DAY);
  expect(await reports()).toHaveLength(2);
});
