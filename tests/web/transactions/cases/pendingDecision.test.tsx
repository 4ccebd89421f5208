// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import { DAY } from '#domain/shared/instants.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { actions } from '../../staff/desk.ts';
import { aCaseFile, CONSEQUENCES, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase, press } from './openCase.ts';

freshBrowser();

const pendingFile = (proposedBy: { _id: string; username: string }, ...allowed: string[]): CaseFile => ({
  ...aCaseFile(),
  transaction: { ...aCaseFile().transaction, allowed },
  pendingDecision: {
    decisionId: 'decision1',
    toBuyer: 60,
    toSeller: 103,
    fee: 8.15,
    rationale: 'The pictures show the break.',
    proposedBy,
    proposedAt: '2026-11-28T09:00:00.000Z',
    shownUntil: null,
    needsAnother: true,
    confirmBy: '2026-12-01T09:00:00.000Z',
  },
});
const COLLEAGUE = { _id: '9'.repeat(32), username: 'i.brandt' };

test('lets another person confirm exactly the displayed decision', async () => {
  const { sent } = openCase(pendingFile(COLLEAGUE, 'ConfirmDecision', 'RejectDecision'), ['staff'], {
    [`POST transaction/${TRANSACTION}/dispute/confirm-decision`]: { success: true, message: 'Dispute decided' },
  });
  expect(await screen.findByText('i.brandt')).toBeTruthy();
  await press('Confirm decision');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: `transaction/${TRANSACTION}/dispute/confirm-decision`, body: { decisionId: 'decision1', basedOn: 7 } },
    ]),
  );
});

test('shows the reviewer what is new since the proposal, the opened evidence, and the whole rationale', async () => {
  const file = pendingFile(COLLEAGUE, 'ConfirmDecision', 'RejectDecision');
  const [entry] = file.timeline;
  const after = (revision: number, event: string) => ({ ...entry!, revision, event });
  const said = { ...file.statements[1]!, event: 'StatementGiven', at: entry!.timestamp, text: 'It came in two parts.' };
  openCase({
    ...file,
    statements: [...file.statements, said],
    timeline: [...file.timeline, after(8, 'DecisionProposed'), after(9, 'StatementGiven')],
  });
  const panel = within(await screen.findByRole('region', { name: 'Proposed decision' }));
  expect(panel.getByText('Since the proposal:')).toBeTruthy();
  expect(panel.getByText('You have opened 0 of 2 photos of the claim and 0 of 1 of the listing.')).toBeTruthy();
  expect(panel.getByRole('listitem').textContent).toContain('by marta_v (buyer)');
  expect(panel.getByText('It came in two parts.')).toBeTruthy();
  await press('Photo 1: Claim, buyer');
  const compare = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(compare.getByLabelText('As claimed', { selector: 'select' }), 'Photo 2: Claim, buyer');
  await userEvent.keyboard('{Escape}');
  expect(panel.getByText('You have opened 2 of 2 photos of the claim and 1 of 1 of the listing.')).toBeTruthy();
  await press('Confirm decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('The pictures show the break.')).toBeTruthy();
  expect(dialog.getByText(file.transaction.transactionId)).toBeTruthy();
  expect(dialog.getByText(/^You have opened 2 of 2 photos of the claim/)).toBeTruthy();
});

test('lets another person propose something else in one step, with what would follow', async () => {
  const path = `transaction/${TRANSACTION}/dispute/counter-decision`;
  const file = pendingFile(COLLEAGUE, 'ConfirmDecision', 'RejectDecision', 'CounterDecision');
  const { sent } = openCase({ ...file, sums: { ...file.sums, needsConfirmation: true } }, ['staff'], {
    [`GET staff/cases/${TRANSACTION}/consequences`]: CONSEQUENCES,
    [`POST ${path}`]: { success: true, message: 'Decision proposed' },
  });
  expect(screen.queryByRole('region', { name: 'Counter-proposal' })).toBeNull();
  await press('Make a counter-proposal');
  const form = within(await screen.findByRole('region', { name: 'Counter-proposal' }));
  await userEvent.click(await form.findByRole('radio', { name: 'Release to the seller' }));
  await form.findByText(/^E-mail to the seller/);
  await userEvent.click(form.getByRole('button', { name: 'Insert text' }));
  expect(await screen.findByRole('menuitem', { name: 'The claim is not proven' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'The photos prove the claim' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.type(form.getByLabelText('Rationale'), 'It was loose.');
  await press('Propose this instead');
  expect(await form.findByText('A reason is required')).toBeTruthy();
  await userEvent.type(form.getByLabelText('Why not the proposed decision'), 'Another sword');
  await press('Propose this instead');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/rejects your colleague’s proposal/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Propose it' }));
  const body = {
    toBuyer: '0.00',
    rationale: 'It was loose.',
    decisionId: 'decision1',
    reason: 'Another sword',
    consequences: CONSEQUENCES.hash,
    basedOn: 7,
  };
  await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
});

test('offers no counter-proposal to its proposer', async () => {
  openCase(pendingFile(STAFF_PERSON, 'RejectDecision'));
  await screen.findByText('it cannot be you');
  expect(screen.queryByRole('button', { name: 'Make a counter-proposal' })).toBeNull();
});

test('shows the second person the preview that the first one saw', async () => {
  const begun = [{ kind: 'decidedRefund', dueAt: '2026-12-08T09:00:00.000Z' }];
  const until = '2026-12-08T09:00:00.000Z';
  const appeal = { until, afterRefund: false, why: null };
  openCase(pendingFile(COLLEAGUE, 'ConfirmDecision', 'RejectDecision'), ['staff'], {
    [`GET staff/cases/${TRANSACTION}/consequences`]: {
      ...CONSEQUENCES,
      steps: [{ ...CONSEQUENCES.steps[0]!, confirms: 'anotherPerson' }],
      begun,
      payoutAt: null,
      appeals: { buyer: appeal, seller: appeal },
    },
  });
  const panel = within(await screen.findByRole('region', { name: 'Proposed decision' }));
  const moves =
    /€60\.00 is refunded to the buyer after 8 Dec 2026.* at the earliest, unless the buyer or the seller appeals/;
  expect(await panel.findByText(moves)).toBeTruthy();
  const details = panel.getByText('What would follow').closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await panel.findByText('E-mail to the seller: Dispute closed: TX7K2M9QPD')).toBeTruthy();
  expect(details.textContent).toContain('from the earliest confirmation: Buyer or seller can appeal (8 Dec 2026');
  for (const party of ['buyer', 'seller'])
    expect(details.textContent).toMatch(
      new RegExp(
        `The ${party} can appeal for 5 business days from the confirmation \\(until 8 Dec 2026.* if it is confirmed as soon as possible\\)\\.`,
      ),
    );
  expect(details.textContent).not.toContain('at the latest');
  await press('Confirm decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(moves)).toBeTruthy();
  expect(dialog.queryByText(/at once/)).toBeNull();
});

test('lets the proposer only withdraw, with a reason', async () => {
  const { sent } = openCase(pendingFile(STAFF_PERSON, 'RejectDecision'), ['staff'], {
    [`POST transaction/${TRANSACTION}/dispute/reject-decision`]: { success: true, message: 'Decision rejected' },
  });
  expect(await screen.findByText('it cannot be you')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm decision' })).toBeNull();
  await press('Withdraw it');
  const dialog = within(await screen.findByRole('dialog'));
  // nobody but staff saw it
  expect(dialog.queryByText(/^Both parties read/)).toBeNull();
  await userEvent.type(dialog.getByLabelText('Reason'), 'A wrong sum');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw it' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      {
        path: `transaction/${TRANSACTION}/dispute/reject-decision`,
        body: { decisionId: 'decision1', reason: 'A wrong sum', basedOn: 7 },
      },
    ]),
  );
});

test.each([
  ['after both have read it', -DAY, /Both parties could comment until/],
  ['with the time that both have to read it', DAY, /Both parties can comment, and it cannot be confirmed, until/],
])('lets the proposer confirm a draft up to €500, %s', async (_, ms, words) => {
  const { pendingDecision, ...file } = pendingFile(STAFF_PERSON, 'ConfirmDecision', 'RejectDecision');
  const shownUntil = new Date(Date.now() + ms).toISOString();
  openCase({ ...file, pendingDecision: pendingDecision && { ...pendingDecision, shownUntil, needsAnother: false } });
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm decision' });
  expect(confirm.disabled).toBe(ms > 0);
  if (ms > 0)
    expect(document.getElementById(confirm.getAttribute('aria-describedby')!)?.textContent).toMatch(
      /^You can confirm it from \d.*UTC\.$/,
    );
  expect(screen.getByRole('button', { name: 'Withdraw it' })).toBeTruthy();
  expect(screen.queryByText('it cannot be you')).toBeNull();
  expect(screen.getByText(words)).toBeTruthy();
  await press('Withdraw it');
  expect(within(await screen.findByRole('dialog')).getByText(/^Both parties read that the draft was/)).toBeTruthy();
});
