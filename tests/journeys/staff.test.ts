import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { later } from '#tests/support/tier.ts';
import { type Sold, sales } from '../http/sale.ts';
import { checkScreen, keepPicture, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { everyStopIsSeen, inForcedColours, showsItsChoice } from './forcedColours.ts';
import { visitors } from './people.ts';

const RATIONALE = 'The photos show the break, and the packing was thin.';

/** Two members of staff, an auditor and an admin handle other people’s sales. */
describe('the desks of staff, auditors and admins', () => {
  const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
  const { shipped, photographed } = sales(market);
  const open = useBrowser({ drawn: true });
  const { enter, visit } = visitors(market, open);
  let [buyer, seller, first, second, auditor, admin] = [] as unknown as Member[];
  let pages: Record<string, Page>;
  let transaction: Sold;

  beforeAll(async () => {
    const { member, seller: sellerOf, staff, grant } = market();
    [seller, buyer, first, second, auditor, admin] = await Promise.all([
      sellerOf('kessler'),
      member('marta_v'),
      staff('first_clerk'),
      staff('second_clerk'),
      member('auditor'),
      member('ines_of_roles'),
    ]);
    await grant(auditor as Member, 'auditor');
    await grant(admin as Member, 'admin');

    transaction = await shipped(buyer as Member, seller as Member, '600.00');
    const evidence = await photographed(buyer as Member, transaction);
    const claim = { category: 'DAMAGED', claim: 250, text: 'The left wing is broken off.', evidence };
    succeeded(await (buyer as Member).post(`transaction/${transaction.id}/dispute`, claim), 'the dispute');
    const answer = { text: 'It was whole when I packed it.' };
    succeeded(await (seller as Member).post(`transaction/${transaction.id}/dispute/contest`, answer), 'the answer');
    await market().settle();

    const entered: (readonly [string, Page])[] = [];
    for (const member of [first, second, auditor, admin] as Member[])
      entered.push([member.username, await enter(member, '/listings')]);
    pages = Object.fromEntries(entered);
  });

  const page = (name: string): Page => pages[name] as Page;
  const toastOf = (name: string, text: string) => page(name).getByText(text).first().waitFor();

  test('a member of staff reads a dispute above €500 and proposes a split [D2-267]', async () => {
    const desk = page('first_clerk');
    await desk.getByRole('link', { name: 'Cases' }).click();
    await desk.getByRole('table').getByText('Damaged in transit').waitFor();
    await checkScreen(desk, 'staff-queue');
    await desk.getByRole('link', { name: 'A painted dragon' }).click();
    await desk.getByRole('heading', { level: 1, name: 'Damaged in transit, claim €250.00' }).waitFor();
    const statements = desk.getByRole('region', { name: 'Statements' });
    const claimed = desk.getByRole('region', { name: 'As claimed', exact: true });
    await claimed.getByText('The left wing is broken off.').waitFor();
    await statements.getByText('It was whole when I packed it.').waitFor();
    await desk
      .getByRole('region', { name: 'Proof' })
      .getByText(/^The hash chain holds/)
      .waitFor();
    await checkScreen(desk, 'staff-case');
    await inForcedColours(desk, 'case', async () => {
      const choice = (name: string) => desk.getByRole('radio', { name });
      await showsItsChoice(choice('Release to the seller'), () => choice('Release to the seller').check());
      await choice('Refund a part').check();
      await everyStopIsSeen(desk);
    });
    await desk.emulateMedia({ media: 'print' });
    const decision = desk.getByRole('radio', { name: 'Refund a part' });
    await decision.waitFor({ state: 'hidden' });
    expect(await desk.locator('form:visible').count(), 'forms on paper').toBe(0);
    expect(await claimed.getByText('The left wing is broken off.').isVisible()).toBe(true);
    await keepPicture(desk, 'staff-case-on-paper');
    await desk.emulateMedia({ media: 'screen' });
    await decision.waitFor();

    await desk.getByRole('button', { name: 'Photo 1: Claim, buyer' }).click();
    const picture = desk.getByRole('dialog').getByRole('img', { name: 'Photo 1: Claim, buyer' });
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await desk.keyboard.press('Escape');

    await desk.getByLabel('Refund amount').fill('200');
    await desk.getByLabel('Rationale').fill(RATIONALE);
    await desk.getByRole('button', { name: 'Propose decision' }).click();
    const question = desk.getByRole('alertdialog');
    await question.getByRole('cell', { name: '€200.00' }).waitFor();
    await checkScreen(desk, 'staff-case-confirm');
    await question.getByRole('button', { name: 'Propose it' }).click();
    await desk.getByText('A second staff member must confirm it.').waitFor();
    // elements behind an open dialog have no role
    await question.waitFor({ state: 'detached' });
    expect(await desk.getByRole('button', { name: 'Confirm decision' }).count()).toBe(0);
    await checkScreen(desk, 'staff-case-proposed');
  });

  test('an auditor reads the same case and has no action', async () => {
    const desk = page('auditor');
    await visit(desk, `/staff/cases/${transaction.id}`);
    await desk.getByRole('heading', { name: 'Proposed decision' }).waitFor();
    const actions = /Decide case|Propose|Confirm decision|Reject|Withdraw it|hold|Remove listing/;
    expect(await desk.getByRole('button', { name: actions }).count()).toBe(0);
    await desk.getByRole('button', { name: 'Show what can be opened' }).click();
    await desk.getByRole('region', { name: 'You do not have access' }).getByText('Dispute opened').waitFor();
    await checkScreen(desk, 'staff-case-closed');
  });

  test('a second member of staff confirms it a day later, and buyer and seller read why [D2-267]', async () => {
    await market().advance(DAY);
    const desk = page('second_clerk');
    await visit(desk, '/staff');
    await desk.getByRole('table').getByText('Decision to confirm').waitFor();
    await desk.getByRole('link', { name: 'A painted dragon' }).click();
    await desk.getByText(RATIONALE).first().waitFor();
    await desk.getByRole('button', { name: 'Confirm decision' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await toastOf('second_clerk', 'Decision confirmed');
    await desk.getByRole('heading', { name: 'Proposed decision' }).waitFor({ state: 'detached' });
    await market().settle();
    for (const party of [buyer, seller] as Member[]) {
      const own = await enter(party, `/transactions/${transaction.id}`);
      await own.getByRole('figure', { name: 'Reasons' }).getByText(RATIONALE).waitFor();
      await own.context().close();
    }
  });

  test('an auditor replays and exports the history, and the ledger balances', async () => {
    const desk = page('auditor');
    await eventually(async () => (await (auditor as Member).get('proof/log')).body.unsealedSince === null);
    await visit(desk, '/audit');
    await checkScreen(desk, 'audit-search');
    const { transactionId } = (await (buyer as Member).get(`transaction/${transaction.id}`)).body;
    await desk.getByRole('searchbox', { name: 'Search histories' }).fill(transactionId);
    await desk.keyboard.press('Enter');
    await desk.getByRole('region', { name: 'Histories found' }).getByRole('link').first().click();
    const proof = desk.getByRole('region', { name: 'Proof' });
    await proof.getByText('Verified, not witnessed').waitFor();
    await desk.getByText(/^\d+ events, all in the signed log$/).waitFor();
    await checkScreen(desk, 'audit-stream');
    await proof.getByRole('button', { name: /^Show the path of event/ }).click();
    await proof.getByText('the signed root').waitFor();
    await checkScreen(desk, 'audit-proof');
    await desk.getByRole('button', { name: 'DisputeOpened' }).click();
    await desk.getByText('[personal]').first().waitFor();
    expect(await desk.getByText('The left wing is broken off.').count()).toBe(0);

    await desk.getByRole('slider', { name: 'Event' }).focus();
    await desk.keyboard.press('Home');
    await desk
      .getByRole('region', { name: 'State at event 0' })
      .getByText('Created', { exact: true })
      .first()
      .waitFor();
    await desk.keyboard.press('ArrowRight');
    await desk.getByRole('region', { name: 'State at event 1' }).waitFor();
    await checkScreen(desk, 'audit-replay');

    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Export JSON' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`sale-${transactionId}.json`);

    await desk.getByRole('link', { name: 'Events', exact: true }).click();
    const found = desk.getByRole('table', { name: 'Events found, newest first' });
    await desk.getByRole('combobox', { name: 'Search events' }).fill(`stream:${transactionId} type:Dispute*`);
    await desk.keyboard.press('Enter');
    await found.getByRole('link', { name: 'DisputeOpened' }).waitFor();
    await found.getByRole('link', { name: 'TransactionCreated' }).waitFor({ state: 'detached' });
    await checkScreen(desk, 'audit-events');
    await desk.getByRole('button', { name: 'Export' }).click();
    const [csv] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('menuitem', { name: 'CSV, newest 10,000' }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^events-.*\.csv$/);
    await desk.getByRole('button', { name: 'How to search' }).click();
    await checkScreen(desk, 'audit-events-help');
    await desk.getByRole('button', { name: 'amount:>500' }).click();
    await desk.getByText('No event matches').or(found).first().waitFor();
    await desk.getByRole('combobox', { name: 'Search events' }).fill('amount:much');
    await desk.keyboard.press('Enter');
    await desk.getByText(/^Character 1: “amount:much” is not an amount/).waitFor();
    await checkScreen(desk, 'audit-events-fault');

    await desk.getByRole('link', { name: 'Ledger', exact: true }).click();
    await desk.getByText('Sums to zero', { exact: true }).waitFor();
    await desk.getByText('all pass').waitFor();
    await checkScreen(desk, 'audit-ledger');

    await visit(desk, '/audit/log');
    await desk.getByText(/^Nothing was rewritten since the head that this browser had saved/).waitFor();
    await checkScreen(desk, 'audit-log');

    await desk.getByRole('link', { name: 'Security', exact: true }).click();
    await desk.getByRole('link', { name: 'Role granted' }).first().waitFor();
    await checkScreen(desk, 'audit-security');
  });

  later.test('an auditor opens a claim and its photo with a reason, which the buyer can read', async () => {
    const desk = page('auditor');
    await visit(desk, `/audit/streams/transaction-${transaction.id}`);
    await desk.getByRole('button', { name: 'DisputeOpened' }).click();
    await desk.getByRole('button', { name: /^Open .* of DisputeOpened$/ }).click();
    const dialog = desk.getByRole('dialog');
    for (const field of ['text', 'photos']) await dialog.getByRole('checkbox', { name: field, exact: true }).check();
    await dialog.getByLabel('What for').selectOption('audit');
    await dialog.getByLabel('In your own words').fill('Each tenth decision of this month is read again');
    await checkScreen(desk, 'opening-asks');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await desk.getByText('The left wing is broken off.').waitFor();
    const picture = desk.getByRole('group', { name: 'Photos of DisputeOpened' }).locator('img');
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await checkScreen(desk, 'opening-opened');

    await visit(desk, '/audit/disclosures');
    await desk.getByText('text, photos of').waitFor();
    await checkScreen(desk, 'audit-disclosures');

    const own = await enter(buyer as Member, '/settings?tab=security');
    const read = own.getByRole('region', { name: 'Who read my data' });
    await read.getByText('“Each tenth decision of this month is read again”').waitFor();
    await checkScreen(own, 'settings-who-read');
    await own.context().close();
  });

  later.test('a suspended account cannot sign in until it is reinstated', async () => {
    const desk = page('first_clerk');
    await visit(desk, '/staff/accounts');
    await desk.getByRole('searchbox').fill('kess');
    await desk.keyboard.press('Enter');
    await desk.waitForURL('**/staff/accounts?search=kess');
    await checkScreen(desk, 'staff-accounts');
    await desk.getByRole('link', { name: 'kessler' }).click();
    await desk.getByRole('button', { name: 'Suspend account' }).click();
    await desk.getByLabel('Ground').selectOption('listings');
    await desk.getByLabel('Reason').fill('Sold copies as originals');
    await checkScreen(desk, 'staff-suspend');
    await desk.getByRole('dialog').getByRole('button', { name: 'Suspend account' }).click();
    await desk.getByText('Sold copies as originals').waitFor();
    await checkScreen(desk, 'staff-account');
    const { email, password } = seller as Member;
    expect(await market().client().post('auth/login', { email, password })).toMatchObject({
      status: 403,
      body: { code: 'accountSuspended' },
    });

    await desk.getByRole('button', { name: 'Reinstate account' }).click();
    await desk.getByLabel('Reason').fill('They were originals');
    await desk.getByRole('dialog').getByRole('button', { name: 'Reinstate account' }).click();
    await desk.getByRole('button', { name: 'Suspend account' }).waitFor();
    await market().signIn(email, password, seller as Member);
  });

  later.test(
    'two members of staff terminate a suspended account, and reinstate it before its erasure [D2-268]',
    async () => {
      const rogue = await market().member('rogue_trader');
      const reason = 'Sold casts of other people’s work, twice';
      const [desk, other] = [page('first_clerk'), page('second_clerk')];
      succeeded(
        await (first as Member).post(`staff/accounts/${rogue.id}/suspend`, { reason, ground: 'listings' }),
        'the suspension',
      );
      await visit(desk, `/staff/accounts/${rogue.id}`);
      await desk.getByRole('button', { name: 'Terminate account' }).click();
      await desk.getByLabel('Reason').fill(reason);
      await checkScreen(desk, 'staff-terminate');
      await desk.getByRole('button', { name: 'Propose termination' }).click();
      await desk.getByText('A second staff member must confirm it.').waitFor();
      await desk.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await desk.getByRole('button', { name: 'Confirm termination' }).count()).toBe(0);

      await visit(other, `/staff/accounts/${rogue.id}`);
      const proposed = other.getByRole('region', { name: 'Proposed termination' });
      await proposed.getByText(reason, { exact: true }).waitFor();
      await checkScreen(other, 'staff-termination-proposed');
      await proposed.getByRole('button', { name: 'Confirm termination' }).click();
      await other.getByRole('dialog').getByLabel('Reason').fill('The third report of this kind');
      await other.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click();
      await toastOf('second_clerk', 'Account terminated');
      await proposed.waitFor({ state: 'detached' });
      await other.getByText('Erased on').waitFor();
      await checkScreen(other, 'staff-terminated');

      const { page: closed } = await open(market().marketplace.publicUrl);
      await closed.goto('/login');
      await closed.getByLabel('Email').fill(rogue.email);
      await closed.getByLabel('Password', { exact: true }).fill(rogue.password);
      await closed.getByRole('button', { name: 'Access System' }).click();
      await closed.locator('form').getByText('Our staff closed this account.').waitFor();
      await closed.context().close();

      await other.getByRole('button', { name: 'Reinstate account' }).click();
      await other.getByLabel('Reason').fill('They were his own');
      await other.getByRole('dialog').getByRole('button', { name: 'Reinstate account' }).click();
      await other.getByRole('button', { name: 'Suspend account' }).waitFor();
      await market().signIn(rogue.email, rogue.password, rogue);
    },
  );

  later.test('a reported message is read and handled', async () => {
    const { _id: listing } = await market().publish(seller as Member, { title: 'Barrow guard' });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      recipientId: (seller as Member).id,
      listingId: listing,
      content: 'Pay me outside.',
    }))
      form.set(name, value);
    const { messageId } = succeeded(await (buyer as Member).call('POST', 'messages/send', { form }), 'sending');
    const reason = 'Against the rules';
    await eventually(
      async () => (await (seller as Member).post(`messages/${messageId}/report`, { reason })).status === 204,
    );
    const desk = page('first_clerk');
    await visit(desk, '/staff/reports');
    await desk.getByText('Pay me outside.').waitFor();
    await checkScreen(desk, 'staff-reports');
    await desk.getByRole('button', { name: 'Decide' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Outcome').selectOption('warned');
    await dialog.getByLabel('Rule').selectOption('dealingOutside');
    await dialog.getByLabel('Note').fill('Told the rules');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await desk.getByText('No open reports').waitFor();
    await desk.getByRole('link', { name: 'Decided' }).click();
    await desk.getByText('The sender was warned').waitFor();
  });

  later.test('staff remove a listing with a reason, on its own page', async () => {
    const { _id: listing } = await market().publish(seller as Member, { title: 'A forged relic' });
    const desk = page('first_clerk');
    await visit(desk, `/listings/${listing}`);
    await desk.getByRole('button', { name: 'Remove listing' }).click();
    await desk.getByLabel('Reason').fill('A forgery');
    await desk.getByRole('dialog').getByRole('button', { name: 'Remove listing' }).click();
    await toastOf('first_clerk', 'Listing removed');
    const { page: visitor } = await open(market().marketplace.publicUrl);
    await visitor.goto(`/public/listings/${listing}`);
    await visitor.getByText('The listing might have been removed or is no longer available.').waitFor();
    expect(await visitor.getByRole('link', { name: 'Login to Buy' }).count()).toBe(0);
  });

  later.test('staff remove a reported listing, and another restores it after the seller’s complaint', async () => {
    const { _id: listing } = await market().publish(seller as Member, { title: 'A doubted relic' });
    const reporter = await enter(buyer as Member, `/listings/${listing}`);
    await reporter.getByRole('button', { name: 'Report this listing' }).click();
    const report = reporter.getByRole('dialog');
    await report.getByLabel('What is wrong?').selectOption('counterfeit');
    await report.getByLabel('How do you know?').fill('The mould line is that of a recast.');
    await checkScreen(reporter, 'report-listing');
    await report.getByRole('button', { name: 'Report' }).click();
    await reporter.getByText('Listing reported').first().waitFor();

    const decide = async (name: string, button: string, outcome: string, statement: string) => {
      const desk = page(name);
      await visit(desk, '/staff/reports/listings');
      await desk.getByText('The mould line is that of a recast.').waitFor();
      await checkScreen(desk, `staff-listing-reports-${outcome}`);
      await desk.getByRole('button', { name: button }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Decision').selectOption(outcome);
      await dialog.getByLabel('Statement of reasons').fill(statement);
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await desk.getByText('No open reports').waitFor();
    };
    await decide('first_clerk', 'Decide', 'removed', 'The photos show the mould line of a recast.');
    await eventually(async () => (await market().client().get(`listings/${listing}`)).status === 404);

    const owner = await enter(seller as Member, '/listings/my-listings');
    await owner.getByRole('link', { name: 'Read why, and how to complain' }).click();
    const decision = owner.getByRole('region', { name: 'A doubted relic' });
    await decision.getByText('The photos show the mould line of a recast.').waitFor();
    await checkScreen(owner, 'reports');
    await decision.getByRole('button', { name: 'Complain' }).click();
    await owner.getByLabel('Why is it wrong?').fill('I have the invoice of the publisher.');
    await owner.getByRole('button', { name: 'Send complaint' }).click();
    await decision.getByText('Your complaint').waitFor();

    await decide('second_clerk', 'Decide the complaint', 'reversed', 'The invoice proves that it is an original.');
    await eventually(async () => (await market().client().get(`listings/${listing}`)).body.status === 'active');
  });

  later.test('a title of one long word fits the staff and audit screens', async () => {
    const title = 'W'.repeat(100);
    const { _id: listing } = await market().publish(seller as Member, { title });
    const bought = { listing, amount: 50, seller: (seller as Member).id };
    const { transactionId: id } = succeeded(await (buyer as Member).post('transaction', bought), 'buying');
    for (const [name, path] of [
      ['second_clerk', `/staff/cases/${id}`],
      ['auditor', `/audit/streams/transaction-${id}`],
    ] as const) {
      await visit(page(name), path);
      await page(name).getByText(title).first().waitFor();
      await checkScreen(page(name), `long-title-${name}`);
    }
  });

  later.test('an admin proposes a role, another confirms and revokes it; members see no desks', async () => {
    const desk = page('ines_of_roles');
    await visit(desk, '/staff/roles');
    await desk.getByRole('textbox', { name: 'Account' }).fill((buyer as Member).email);
    await desk.getByLabel('Role', { exact: true }).selectOption('auditor');
    await desk.getByRole('button', { name: 'Propose role' }).click();
    await desk.getByRole('button', { name: 'Withdraw: marta_v as auditor' }).waitFor();
    await checkScreen(desk, 'staff-roles-proposed');
    const second = await market().grant(await market().member('second_of_roles'), 'admin');
    const { proposals } = (await second.get('admin/accounts-with-roles')).body;
    const [{ account, proposalId }] = proposals;
    succeeded(await second.post('admin/roles/confirm', { account: account._id, proposalId }), 'the second admin');
    await eventually(async () => {
      const { accounts } = (await second.get('admin/accounts-with-roles')).body;
      return accounts.some(
        ({ username, roles }: { username: string; roles: string[] }) =>
          username === 'marta_v' && roles.includes('auditor'),
      );
    });
    await desk.reload();
    await desk.getByRole('button', { name: 'Revoke auditor from marta_v' }).waitFor();
    await checkScreen(desk, 'staff-roles');
    await desk.getByRole('button', { name: 'Revoke auditor from marta_v' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    // elements behind an open dialog have no role
    await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
    await desk.getByRole('button', { name: 'Revoke auditor from marta_v' }).waitFor({ state: 'detached' });

    const own = await enter(buyer as Member, '/staff');
    await own.getByText('These archives are sealed to you').waitFor();
    await checkScreen(own, 'sealed');
  });
});
