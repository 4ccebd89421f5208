import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Sold, sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** The simulated bank verifies this account and rejects payouts to it, because it is closed. */
const CLOSED = 'NL26SIMU0000000003';

describe('a payout that the bank refuses', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { enter } = visitors(market, open);
  const { shipped, becomes } = sales(market);
  let seller: Member;
  let buyer: Member;
  let sold: Sold;
  let page: Page;

  /** Sessions expire on the clock that the test moves. */
  const anew = async () => {
    await market().signIn(seller.email, seller.password, seller);
    page = await enter(seller, `/transactions/${sold.id}`);
  };

  beforeAll(async () => {
    [seller, buyer] = [await market().member('kessler'), await market().member('marta_v')];
    succeeded(await seller.post('seller/register'), 'seller terms');
    const bank = { accountHolder: 'Jonas Kessler', iban: CLOSED, bankName: 'Simulated Bank' };
    succeeded(await seller.post('seller/bank-details', bank), 'bank details');
    await eventually(async () => (await seller.get('seller/status')).body.bankAccount.verified === true);
    sold = await shipped(buyer, seller);
    succeeded(await buyer.post(`transaction/${sold.id}/confirm-delivery`), 'arrival');
    await becomes(seller, sold, 'READY_FOR_PAYOUT');
  });

  test('keeps the money released and shows the seller the bank’s reason', async () => {
    // past the payout run of the second business day and the bank’s answer
    await market().passDays(8);
    await anew();
    await becomes(seller, sold, 'ESCROW_COMPLETED');
    const timeline = page.getByRole('region', { name: 'Transaction Timeline' });
    await timeline.getByText('Payout refused by the bank', { exact: true }).waitFor();
    await page
      .getByText('€55.00 is released to you. The money is paid out once your bank account is verified.')
      .waitFor();
    await checkScreen(page, 'payout-refused');
    await page.getByRole('link', { name: 'Go to the bank details' }).click();
    await page.getByText('Your bank did not accept these details.').waitFor();
    await page.getByText(/account is closed/i).waitFor();
    await checkScreen(page, 'bank-not-accepted');
  });

  test('can be repeated with other bank details after a 72-hour wait', async () => {
    await page.getByRole('button', { name: 'Change bank details' }).click();
    await page.getByText('After a change of the bank account, payouts wait 72 hours for your safety.').waitFor();
    await page.getByLabel('Account holder').fill('Jonas Kessler');
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await page.getByLabel('Bank name').fill('Commerzbank');
    await page.getByRole('button', { name: 'Save bank details' }).click();
    await page.getByText('Bank details updated successfully').waitFor();
    await page.getByText('Verified seller').waitFor();
    await market().mail(seller.email, /bank/i);
    await market().settle();

    await market().advance(71 * HOUR);
    const { body } = await seller.get(`transaction/${sold.id}`);
    expect(['ESCROW_COMPLETED', 'READY_FOR_PAYOUT']).toContain(body.status);
    expect(body.paymentHistory.filter(({ event }: { event: string }) => event === 'PayoutInitiated')).toHaveLength(1);
  });

  test('is then paid once and completes the transaction', async () => {
    // past the first payout run after the wait and the bank’s answer
    await market().passDays(8);
    await anew();
    await becomes(seller, sold, 'COMPLETED');
    const timeline = page.getByRole('region', { name: 'Transaction Timeline' });
    await timeline.getByText('Paid out', { exact: true }).waitFor();
    expect(await timeline.getByText('Payout sent', { exact: true }).count()).toBe(2);
    await checkScreen(page, 'payout-mended');
  });
});
