import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** A bank disputes a payment: staff send evidence, and two of them end the chargeback by hand. */
describe('a chargeback at the desk', () => {
  const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
  const { shipped } = sales(market);
  const open = useBrowser({ drawn: true });
  const { enter, visit } = visitors(market, open);
  let first: Page;
  let second: Page;
  let clerk: Member;
  let sold: { id: string };

  beforeAll(async () => {
    const { member, seller, staff } = market();
    const [buyer, by, one, two] = await Promise.all([
      member('marta_v'),
      seller('kessler'),
      staff('first_clerk'),
      staff('second_clerk'),
    ]);
    sold = await shipped(buyer, by, '600.00');
    await market().marketplace.provider.controls.chargeback(sold.id, 63_575, 'opened');
    await market().settle();
    clerk = one;
    first = await enter(one, '/listings');
    second = await enter(two, '/listings');
  });

  test('staff read why and until when, correct the evidence and submit it', async () => {
    await visit(first, `/staff/cases/${sold.id}`);
    const panel = first.getByRole('region', { name: 'Chargeback', exact: true });
    await panel.getByText('The item did not arrive').waitFor();
    await checkScreen(first, 'staff-chargeback');
    await panel.getByRole('button', { name: 'Prepare evidence' }).click();
    const dialog = first.getByRole('dialog', { name: 'Evidence for the bank' });
    await expect.poll(() => dialog.getByLabel('Tracking code').inputValue()).toBe('3STEST');
    expect(await dialog.getByLabel('The item as sold').inputValue()).toContain('A painted dragon');
    await checkScreen(first, 'staff-chargeback-evidence');
    await dialog.getByRole('button', { name: 'Submit to the bank' }).click();
    await dialog.getByText('Please confirm that you have read it.').waitFor();
    await dialog.getByRole('group', { name: 'Receipt for the bank' }).getByText('A painted dragon').waitFor();
    const download = first.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download the PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/);
    await dialog.getByLabel(/^I have read every text/).check();
    await dialog.getByRole('button', { name: 'Submit to the bank' }).click();
    await first.getByText('Evidence submitted').first().waitFor();
    await eventually(async () => {
      const { chargebacks } = (await clerk.get(`staff/cases/${sold.id}`)).body;
      return chargebacks[0].pack?.state === 'delivered';
    });
    await first.reload();
    await panel.getByText(/submitted evidence with our receipt on .* the bank has it/).waitFor();
    expect(await panel.getByRole('button', { name: 'Prepare evidence' }).count()).toBe(0);
  });

  test('one ends it by hand, another proposes the other outcome, and the first confirms that', async () => {
    await first.getByRole('button', { name: 'End the chargeback' }).click();
    const dialog = first.getByRole('dialog', { name: 'End the chargeback' });
    await dialog.getByLabel('Lost: the bank gave the money to the buyer').check();
    await dialog.getByLabel('Rationale').fill('The bank said so on the telephone.');
    await checkScreen(first, 'staff-chargeback-end');
    await dialog.getByRole('button', { name: 'Propose it' }).click();
    await first.getByRole('region', { name: 'Proposed end of the chargeback' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await visit(second, `/staff/cases/${sold.id}`);
    const proposal = second.getByRole('region', { name: 'Proposed end of the chargeback' });
    await proposal.getByText('The bank said so on the telephone.').waitFor();
    await checkScreen(second, 'staff-chargeback-proposed');
    await proposal.getByRole('button', { name: 'Make a counter-proposal' }).click();
    const counter = second.getByRole('dialog', { name: 'Make a counter-proposal' });
    await counter.getByLabel('Rationale').fill('Their letter says that we won.');
    await counter.getByLabel('Why not the proposed end of the chargeback').fill('The call was about another sale.');
    await checkScreen(second, 'staff-chargeback-counter');
    await counter.getByRole('button', { name: 'Propose this instead' }).click();
    await counter.waitFor({ state: 'detached' });
    await proposal.getByText('it cannot be you').waitFor();

    await first.reload();
    const answered = first.getByRole('region', { name: 'Proposed end of the chargeback' });
    await answered.getByText('Their letter says that we won.').waitFor();
    await answered.getByRole('button', { name: 'Confirm end of the chargeback' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await first.getByText('Chargeback ended').first().waitFor();
    await first.getByRole('region', { name: 'Chargeback', exact: true }).getByText('Won').waitFor();
  });

  test('one who closes the page is forgotten at once', async () => {
    await first.close({ runBeforeUnload: true });
    const { db } = market().marketplace;
    const visits = () => db('case_visits').where({ account_id: clerk.id, transaction_id: sold.id });
    await eventually(async () => (await visits()).every(({ has_left }) => has_left));
    expect(await visits()).not.toEqual([]);
  });
});
