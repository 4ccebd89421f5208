// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CaseDesk } from '#application/contract/caseDesk.ts';
import { freshBrowser, to } from '#tests/support/browser.tsx';
import { doneWords } from '#web/transactions/components/cases/case/doneWords.ts';
import { actions, openAs } from '../../staff/desk.ts';
import { aCaseFile, aCasePage, aStaffCase, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase } from './openCase.ts';

freshBrowser();

const AT = '2026-11-28T09:00:00.000Z';
const NEXT = '9'.repeat(32);
const COLLEAGUE = { _id: '7'.repeat(32), username: 'warden' };
const DESK: CaseDesk = {
  assignee: null,
  snoozedUntil: null,
  colleagues: [COLLEAGUE],
  notes: [{ _id: 'n1', by: COLLEAGUE, at: '2026-11-28T09:00:00.000Z', text: 'The carrier says: returned' }],
};
const done = () => new Response(null, { status: 204 });
const openDesk = (replies: Record<string, unknown> = {}, roles: Parameters<typeof openAs>[0] = ['staff']) =>
  openCase(aCaseFile(), roles, { [`GET staff/cases/${TRANSACTION}/desk`]: DESK, ...replies });
const panel = async () => within(await screen.findByRole('region', { name: 'Work on this case' }));

test('shows who works on the case, and the notes of staff', async () => {
  openDesk();
  const desk = await panel();
  expect(await desk.findByText('Nobody works on it.')).toBeTruthy();
  expect(desk.getByText('The carrier says: returned')).toBeTruthy();
  expect(desk.getByText('warden')).toBeTruthy();
});

test('tells colleagues that the reader has the case open, names them, and says when the reader leaves', async () => {
  const { sent, page } = openDesk({
    [`PUT staff/cases/${TRANSACTION}/reading`]: { readers: [COLLEAGUE], readTo: null },
    'GET staff/cases': aCasePage([aStaffCase()]),
  });
  const desk = await panel();
  expect((await desk.findByText(/^Read now by/)).textContent).toBe('Read now by warden.');
  await page.goTo('/staff');
  const said = () => to(sent, `staff/cases/${TRANSACTION}/reading`).map(({ body }) => body);
  await waitFor(() => expect(said()).toMatchObject([{ reading: true }, { reading: false }]));
});

test('shows work that failed with its last error, and hides what is about to run', async () => {
  const work = { kind: 'job', ref: 'r', attempts: 3, askedAt: AT, triedAt: AT, ms: 40 } as const;
  openDesk({
    [`GET audit/streams/transaction-${TRANSACTION}/effects`]: {
      pending: [
        { ...work, name: 'refunds', outcome: 'failed', reason: 'ProviderUnavailable', nextAt: null },
        { ...work, ref: 'm', name: 'mail', outcome: 'waiting', attempts: 0, reason: null, nextAt: AT },
      ],
      refusals: [],
      causes: [],
      basis: [],
    },
  });
  const pending = await screen.findByRole('region', { name: 'Pending work' });
  expect(pending.textContent).toContain('Send the refundfailed after 3 attempts (ProviderUnavailable)');
  expect(pending.textContent).not.toContain('Send an e-mail');
});

test('takes a case from a colleague by key, snoozes it and shows it again', async () => {
  const { sent } = openDesk({
    [`GET staff/cases/${TRANSACTION}/desk`]: {
      ...DESK,
      assignee: COLLEAGUE,
      snoozedUntil: '2026-12-04T00:00:00.000Z',
    },
    [`POST staff/cases/${TRANSACTION}/assign`]: done,
    [`POST staff/cases/${TRANSACTION}/snooze/end`]: done,
  });
  const desk = await panel();
  expect(await desk.findByRole('button', { name: 'Take it from warden' })).toBeTruthy();
  expect(desk.getByText(/Snoozed until 4 Dec 2026/)).toBeTruthy();
  await userEvent.keyboard('a');
  await screen.findByText('You took this case from warden');
  await userEvent.click(desk.getByRole('button', { name: 'Back to the queue' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: `staff/cases/${TRANSACTION}/assign`, body: { from: COLLEAGUE._id } },
      { path: `staff/cases/${TRANSACTION}/snooze/end`, body: undefined },
    ]),
  );
});

test('gives a case to a colleague', async () => {
  const { sent } = openDesk({ [`POST staff/cases/${TRANSACTION}/assign`]: done });
  const desk = await panel();
  await userEvent.click(await desk.findByRole('button', { name: 'Assign…' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'warden' }));
  await screen.findByText('warden has this case now');
  const body = { from: null, to: COLLEAGUE._id };
  expect(actions(sent)).toEqual([{ path: `staff/cases/${TRANSACTION}/assign`, body }]);
});

test('n opens a note, d focuses the decision, ? lists the keys', async () => {
  openDesk();
  const desk = await panel();
  await desk.findByRole('button', { name: 'Take it' });
  await userEvent.keyboard('n');
  expect(await screen.findByRole('dialog', { name: /^Note on/ })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByLabelText('Rationale');
  await userEvent.keyboard('d');
  expect(document.activeElement?.closest('.decide')).toBeTruthy();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(keys.getByRole('row', { name: 'd Decide' })).toBeTruthy();
});

test('inserts a text with the data of the case into the rationale', async () => {
  openDesk();
  const rationale = (await screen.findByLabelText('Rationale')) as HTMLTextAreaElement;
  await userEvent.type(rationale, 'First of all.');
  await userEvent.click(await screen.findByRole('button', { name: 'Insert text' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The photos prove the claim' }));
  const { listing } = aCaseFile().transaction;
  await waitFor(() =>
    expect(rationale.value).toBe(
      `First of all.\n\nThe photos show what the buyer claims about “${listing.title}”. We refund €60.00 of the €171.15 that we hold.`,
    ),
  );
  expect(document.activeElement).toBe(rationale);
  await userEvent.click(screen.getByRole('radio', { name: 'Release to the seller' }));
  expect(rationale.value).toContain('First of all.');
});

test('2 chooses a part and selects its amount, i opens the texts, s snoozes', async () => {
  openDesk();
  const rationale = await screen.findByLabelText('Rationale');
  await (await panel()).findByRole('button', { name: 'Take it' });
  await userEvent.keyboard('2');
  const amount = await screen.findByLabelText('Refund amount, in euros');
  await waitFor(() => expect(document.activeElement).toBe(amount));
  amount.blur();
  await userEvent.keyboard('i');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The photos prove the claim' }));
  await waitFor(() => expect(document.activeElement).toBe(rationale));
  rationale.blur();
  await userEvent.keyboard('s');
  expect(await screen.findByRole('dialog', { name: /^Snooze/ })).toBeTruthy();
});

test.each([
  ['c', 'alertdialog', 'Confirm this decision?'],
  ['r', 'dialog', 'Reject this decision'],
] as const)('%s opens the dialog of a proposal: %s “%s”', async (key, role, name) => {
  openDesk({ [`GET staff/cases/${TRANSACTION}`]: toConfirm });
  await screen.findByRole('button', { name: 'Confirm decision' });
  await (await panel()).findByRole('button', { name: 'Take it' });
  await userEvent.keyboard(key);
  expect(await screen.findByRole(role, { name })).toBeTruthy();
});

test('p opens the form of a counter-proposal, and the help lists all keys', async () => {
  const allowed = [...toConfirm.transaction.allowed, 'CounterDecision'];
  openDesk({
    [`GET staff/cases/${TRANSACTION}`]: { ...toConfirm, transaction: { ...toConfirm.transaction, allowed } },
  });
  await screen.findByRole('button', { name: 'Make a counter-proposal' });
  await (await panel()).findByRole('button', { name: 'Take it' });
  await userEvent.keyboard('p');
  expect(await screen.findByRole('region', { name: 'Counter-proposal' })).toBeTruthy();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(keys.getAllByRole('row').map((row) => row.querySelector('kbd')?.textContent)).toEqual(
    expect.arrayContaining(['d', '1', '2', '3', 'i', 'c', 'r', 'p', 's', 'n', 'a', '?']),
  );
});

test.each([
  [{ needsDraft: true }, /^Draft of TX\w+ sent; you can confirm it from 30 Nov 2026, .*\.$/],
  [{ needsDraft: true, needsConfirmation: true }, /^Draft of TX\w+ sent; a second staff member can confirm it from /],
  [{ needsConfirmation: true }, /^Decision on TX\w+ proposed; a second staff member must confirm it\.$/],
  [{}, /^TX\w+ is decided\.$/],
])('says on the next case what was done on the last one: %j', (sums, words) => {
  const file = aCaseFile({ sums: { ...aCaseFile().sums, ...sums } });
  const answer = { transaction: { draft: { until: '2026-11-30T18:32:00.000Z' } } };
  expect(doneWords(`transaction/${TRANSACTION}/dispute/decide`, answer, file)).toMatch(words);
});

test('an auditor reads the notes and changes nothing', async () => {
  const { sent } = openDesk({ [`GET staff/cases/${TRANSACTION}`]: aCaseFile() }, ['auditor']);
  const desk = await panel();
  expect(await desk.findByText('The carrier says: returned')).toBeTruthy();
  expect(desk.queryByRole('button', { name: /Take|Snooze|note/ })).toBeNull();
  await userEvent.keyboard('an');
  expect(actions(sent)).toEqual([]);
});

const decides = {
  [`POST transaction/${TRANSACTION}/dispute/reject-decision`]: {
    message: 'Decision rejected',
    transaction: { revision: 9 },
  },
};
const pendingDecision = {
  decisionId: 'd1',
  toBuyer: 60,
  toSeller: 105.9,
  fee: 5.25,
  rationale: 'The photos show it',
  proposedBy: COLLEAGUE,
  proposedAt: '2026-11-28T09:00:00.000Z',
  confirmBy: '2026-12-04T00:00:00.000Z',
  shownUntil: null,
  needsAnother: true,
};
const toConfirm = aCaseFile({
  pendingDecision,
  transaction: { ...aCaseFile().transaction, allowed: ['ConfirmDecision', 'RejectDecision'] },
});
const reject = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Reject decision' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Another sword{Control>}{Enter}{/Control}');
};

test('after a decision the next case of the queue opens, with a way back', async () => {
  const next = aStaffCase({ sale: { ...aStaffCase().sale!, _id: NEXT } });
  const waiting = aStaffCase({ waitsFor: 'seller', sale: { ...aStaffCase().sale!, _id: '8'.repeat(32) } });
  const { page } = openAs(['staff'], '/staff?kind=disputeReview', {
    'GET staff/cases': aCasePage([aStaffCase(), waiting, next]),
    [`GET staff/cases/${TRANSACTION}`]: toConfirm,
    [`GET staff/cases/${TRANSACTION}/desk`]: DESK,
    [`GET staff/cases/${NEXT}`]: aCaseFile({ transaction: { ...aCaseFile().transaction, _id: NEXT } }),
    [`GET staff/cases/${NEXT}/desk`]: { ...DESK, assignee: STAFF_PERSON },
    ...decides,
  });
  await screen.findByRole('table');
  await userEvent.keyboard('jo');
  await reject();
  await waitFor(() => expect(page.address()).toBe(`/staff/cases/${NEXT}`));
  const said = within(await screen.findByText(/^The proposal on TX\w+ is rejected\. This is the next case\./));
  expect(said.getByRole('link', { name: /^Back to/ }).getAttribute('href')).toBe(`/staff/cases/${TRANSACTION}`);
  expect(said.getByRole('link', { name: 'All cases' }).getAttribute('href')).toBe('/staff?kind=disputeReview');
});

test('a case that was opened by its address stays after a decision', async () => {
  const { page, sent } = openDesk({ [`GET staff/cases/${TRANSACTION}`]: toConfirm, ...decides });
  await reject();
  await waitFor(() => expect(actions(sent)).toHaveLength(1));
  expect(page.address()).toBe(`/staff/cases/${TRANSACTION}`);
});
