// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CaseDesk } from '#application/contract/caseDesk.ts';
import type { CaseFile } from '#application/contract/cases.ts';
import { freshBrowser, json } from '#tests/support/browser.tsx';
import { actions, openAs } from '../../staff/desk.ts';
import { A_DESK, aCaseFile, CONSEQUENCES, STAFF_PERSON, TRANSACTION } from './aCase.ts';

freshBrowser();

const COLLEAGUE = { _id: '7'.repeat(32), username: 'warden' };
const DESK: CaseDesk = { ...A_DESK, colleagues: [COLLEAGUE] };
const DECIDE = `transaction/${TRANSACTION}/dispute/decide`;

/** A case that reads `after` once somebody has taken it, as after an automatic reload. */
const start = (before: CaseFile, after: CaseFile = before, replies: Record<string, unknown> = {}) => {
  let taken = false;
  return openAs(['staff'], `/staff/cases/${TRANSACTION}`, {
    [`GET staff/cases/${TRANSACTION}`]: () => (taken ? after : before),
    [`GET staff/cases/${TRANSACTION}/desk`]: DESK,
    [`GET staff/cases/${TRANSACTION}/consequences`]: CONSEQUENCES,
    [`POST staff/cases/${TRANSACTION}/assign`]: () => {
      taken = true;
      return new Response(null, { status: 204 });
    },
    [`POST ${DECIDE}`]: { success: true, message: 'Dispute decided' },
    ...replies,
  });
};
const reload = async () => userEvent.click(await screen.findByRole('button', { name: 'Take it' }));
const fill = async (text: string) => {
  await userEvent.click(await screen.findByRole('radio', { name: 'Refund a part' }));
  await userEvent.type(screen.getByLabelText('Rationale'), text);
};
const ask = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Decide case' }));
  return within(await screen.findByRole('alertdialog'));
};

const moved = (changes: Partial<CaseFile['transaction']> = {}): CaseFile => {
  const file = aCaseFile();
  const entry = {
    ...file.timeline[0]!,
    revision: 8,
    event: 'DecisionWithdrawn',
    timestamp: '2026-11-28T09:00:00.000Z',
    actor: { id: COLLEAGUE._id, role: 'staff', username: COLLEAGUE.username },
  };
  const transaction = { ...file.transaction, revision: 8, ...changes };
  return { ...file, transaction, timeline: [...file.timeline, entry] };
};

test('lists what has happened since the form was opened, and decides on it without a conflict', async () => {
  const { sent } = start(aCaseFile(), moved());
  await fill('Broken.');
  await reload();
  await screen.findByText('This case is yours now');
  const dialog = await ask();
  const news = await dialog.findByText('Since you last acted here:');
  expect(news.closest('.notice')?.textContent).toContain('Decision withdrawn by warden (staff)');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide anyway' }));
  await waitFor(() => expect(actions(sent).at(-1)).toMatchObject({ path: DECIDE, body: { basedOn: 8 } }));
});

test('says nothing of news that stood there when the form was opened', async () => {
  const hidden = { ...aCaseFile(), transaction: { ...aCaseFile().transaction, allowed: ['PlaceStaffHold'] } };
  const { sent } = start(hidden, moved());
  await reload();
  await fill('Broken.');
  const dialog = await ask();
  expect(dialog.queryByText('Since you last acted here:')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(actions(sent).at(-1)).toMatchObject({ path: DECIDE, body: { basedOn: 8 } }));
});

const DECIDED = {
  ...aCaseFile().statements[1]!,
  event: 'DisputeDecided',
  at: '2026-11-28T09:00:00.000Z',
  part: 'staff' as const,
  author: COLLEAGUE,
  text: 'It was whole.',
  toBuyer: 75,
  toSeller: 88,
};

test('says who decided what while the reader typed, and keeps the text until it is dismissed', async () => {
  const after = moved({ allowed: ['PlaceStaffHold'] });
  start(aCaseFile(), { ...after, statements: [...after.statements, DECIDED] });
  await fill('Broken.');
  await reload();
  const panel = within(await screen.findByRole('region', { name: 'Decision' }));
  expect(
    await panel.findByText(/^warden decided this on 28 Nov 2026, .*: €75\.00 to the buyer, €88\.00 to the seller\.$/),
  ).toBeTruthy();
  expect(screen.queryByLabelText('Rationale')).toBeNull();
  expect(panel.getByText('Broken.')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Copy your rationale' })).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull();
});

test('names the last event when the case ended without a decision', async () => {
  start(aCaseFile(), moved({ allowed: ['PlaceStaffHold'] }));
  await fill('Broken.');
  await reload();
  expect(await screen.findByText(/^Decision withdrawn, warden, .*There is nothing to decide here now\.$/)).toBeTruthy();
});

test('leaves only the way back in the dialog when the case was decided meanwhile', async () => {
  const after = moved({ allowed: [] });
  let tries = 0;
  start(aCaseFile(), after, {
    [`GET staff/cases/${TRANSACTION}`]: () => (tries > 0 ? after : aCaseFile()),
    [`POST ${DECIDE}`]: () => {
      tries += 1;
      return json({ message: 'warden was first', code: 'caseMoved', news: after.timeline.slice(-1), revision: 8 }, 409);
    },
  });
  await fill('Broken.');
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('You can no longer do this.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Decide/ })).toBeNull();
  expect(document.querySelector('textarea')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Go back' }));
  expect(await screen.findByText('Your rationale was not sent:')).toBeTruthy();
  expect(screen.getByText('Broken.')).toBeTruthy();
  expect(document.querySelector('textarea')).toBeNull();
});

test.each([
  ['Decide', ask],
  [
    'Place a hold',
    async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Place a hold' }));
      return within(await screen.findByRole('dialog'));
    },
  ],
])('warns in the dialog that a colleague works on the case: %s', async (_, open) => {
  start(aCaseFile(), aCaseFile(), {
    [`GET staff/cases/${TRANSACTION}/desk`]: { ...DESK, assignee: COLLEAGUE },
    [`PUT staff/cases/${TRANSACTION}/reading`]: { readers: [COLLEAGUE], readTo: null },
  });
  await fill('Broken.');
  await screen.findByText(/^Read now by/);
  const dialog = await open();
  expect(await dialog.findByText(/Assigned to warden\. warden has it open now\./)).toBeTruthy();
});

test('remarks on a refund above the claim, in the form and in the dialog', async () => {
  start(aCaseFile());
  await fill('Broken.');
  expect(screen.queryByText(/more than the buyer asked for/)).toBeNull();
  const amount = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(amount);
  await userEvent.type(amount, '80');
  const remark = 'This is €20.00 more than the buyer asked for.';
  expect(await screen.findByText(remark)).toBeTruthy();
  expect((await ask()).getByText(remark)).toBeTruthy();
});

test('an inserted sentence follows the amount, and another amount in it is remarked on', async () => {
  start(aCaseFile());
  await fill('First.');
  await userEvent.click(screen.getByRole('button', { name: 'Insert text' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The photos prove the claim' }));
  const rationale = screen.getByLabelText<HTMLTextAreaElement>('Rationale');
  await waitFor(() => expect(rationale.value).toContain('We refund €60.00 of the €171.15'));
  const amount = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(amount);
  await userEvent.type(amount, '60,50');
  await waitFor(() => expect(rationale.value).toContain('We refund €60.50 of the €171.15'));
  expect(rationale.value).toMatch(/^First\./);
  await userEvent.click(screen.getByRole('radio', { name: 'Release to the seller' }));
  expect(
    await screen.findByText('Your rationale says “We refund €60.50”, but this decision refunds €0.00.'),
  ).toBeTruthy();
});

test('a text inserted before a choice says nothing about who gets the money', async () => {
  start(aCaseFile());
  await userEvent.type(await screen.findByLabelText('Rationale'), 'First.');
  await userEvent.click(screen.getByRole('button', { name: 'Insert text' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The photos prove the claim' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Rationale').value).toContain('We refund'));
  expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(3);
  expect(screen.queryByText(/None of this money can go to the seller/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Decide case' }));
  expect(await screen.findByText('Please choose what happens with the money')).toBeTruthy();
});

test.each([
  [{}, /You decide this alone\. Where more than €200 is held/],
  [{ needsDraft: true, held: 219.15 }, /^This sale holds €219\.15, more than €200, so both parties/],
  [{ needsConfirmation: true }, /^This sale held more than €500 at an earlier decision, so/],
])('says why a draft or a second person is needed: %j', async (needs, words) => {
  const file = aCaseFile();
  start({ ...file, sums: { ...file.sums, ...needs } });
  await screen.findByLabelText('Rationale');
  expect(screen.getByText(words)).toBeTruthy();
});

test('names what is held when the amount is more, once, beside its field', async () => {
  start(aCaseFile());
  await fill('Broken.');
  const amount = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(amount);
  await userEvent.type(amount, '250');
  expect(await screen.findAllByText('Only €171.15 is held.')).toHaveLength(1);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
});

/** The seller appealed against €75.00 to the buyer, which `decider` decided. */
const appealed = (
  decider: { _id: string; username: string },
  changes: Partial<CaseFile['transaction']> = {},
): CaseFile => {
  const file = aCaseFile();
  const appeal = {
    ...file.statements[1]!,
    event: 'DecisionAppealed',
    at: '2026-11-30T10:00:00.000Z',
    text: 'The photos are old.',
  };
  return {
    ...file,
    cases: [{ ...file.cases[0]!, kind: 'appeal', excludes: [decider._id] }],
    statements: [...file.statements, { ...DECIDED, author: decider }, appeal],
    transaction: { ...file.transaction, ...changes },
  };
};
const APPEAL =
  /^atelier_ruiz \(seller\) appealed on 30 Nov 2026, .* against: €75\.00 to the buyer, €88\.00 to the seller, decided by warden on 28 Nov 2026, .*\.$/;

test('says in the header and beside the form who appealed against what, with the reasons', async () => {
  start(appealed(COLLEAGUE));
  const panel = within(await screen.findByRole('region', { name: 'Appeal' }));
  expect(panel.getByText(APPEAL)).toBeTruthy();
  expect(panel.getByText('The photos are old.')).toBeTruthy();
  expect(panel.queryByText(/somebody else decides/)).toBeNull();
  const head = within((await screen.findByRole('heading', { level: 1 })).closest<HTMLElement>('.case-head')!);
  expect(head.getByText(APPEAL)).toBeTruthy();
  expect(head.getByText('The photos are old.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Take it' })).toBeTruthy();
});

test('tells the person who decided that they cannot decide the appeal, and does not offer to take it', async () => {
  start(appealed(STAFF_PERSON, { allowed: [] }));
  const panel = within(await screen.findByRole('region', { name: 'Appeal' }));
  expect(panel.getByText(/^You made a decision that was appealed, so you cannot decide the appeal\.$/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Add note…' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
});

test('warns before an appeal gives the appellant less, and asks for a tick', async () => {
  const { sent } = start(appealed(COLLEAGUE));
  await fill('Broken.');
  const amount = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(amount);
  await userEvent.type(amount, '90');
  const warning = 'The seller appealed and would get €15.00 less than before.';
  expect(await screen.findByText(warning)).toBeTruthy();
  const dialog = await ask();
  expect(dialog.getByText(warning)).toBeTruthy();
  expect(await dialog.findByText(/^The seller cannot appeal: a refund of/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Please tick that you know it, or change the decision.')).toBeTruthy();
  expect(actions(sent)).toEqual([]);
  await userEvent.click(dialog.getByLabelText('I know that the seller gets less than before.'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(actions(sent)).toMatchObject([{ path: DECIDE, body: { toBuyer: '90.00' } }]));
});

test.each([
  ['14', undefined],
  ['9', 'The buyer appealed and would get €1.00 less than before.'],
])('compares what the appellant has in all, with what was refunded before: €%s', async (typed, warning) => {
  const file = appealed(COLLEAGUE);
  const [decided, appeal] = file.statements.slice(-2);
  start({
    ...file,
    statements: [
      { ...decided!, toBuyer: 20, toSeller: 143 },
      { ...appeal!, part: 'buyer' },
    ],
    sums: { ...file.sums, held: 161.15, mostPartialRefund: 153 },
    transaction: {
      ...file.transaction,
      decision: { toBuyer: 20, toSeller: 143, fee: 8.15, by: 'staff', rationale: 'It was whole.' },
    },
  });
  await fill('Broken.');
  const amount = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(amount);
  await userEvent.type(amount, typed);
  if (warning) expect(await screen.findByText(warning)).toBeTruthy();
  else expect(screen.queryByText(/less than before/)).toBeNull();
  expect((await ask()).queryAllByRole('checkbox')).toHaveLength(warning ? 1 : 0);
});

test('says when nobody on the staff may act on the case', async () => {
  start(appealed(STAFF_PERSON, { allowed: [] }), undefined, {
    [`GET staff/cases/${TRANSACTION}/desk`]: { ...A_DESK, nobodyLeft: true },
  });
  expect(await screen.findByText(/^Nobody on the staff may act on this case: .*An admin must give/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Assign…' })).toBeNull();
});

test('names in the outcome what had gone back before the last decision', async () => {
  const file = moved({
    allowed: [],
    decision: { toBuyer: 5, toSeller: 17.2, fee: 1.65, refundedBefore: 10, by: 'staff', rationale: 'A flaw.' },
    dispute: { ...aCaseFile().transaction.dispute!, state: 'decided' },
  });
  start({ ...file, statements: [...file.statements, DECIDED] });
  const panel = await screen.findByRole('region', { name: 'Outcome' });
  expect(panel.textContent).toContain(
    'This divides what was left: €10.00 had already gone back to the buyer, so the buyer gets €15.00 in all.',
  );
});

test('asks for no tick when the appellant gets no less', async () => {
  start(appealed(COLLEAGUE));
  await fill('Broken.');
  expect(screen.queryByText(/less than before/)).toBeNull();
  expect((await ask()).queryByRole('checkbox')).toBeNull();
});

test('names the sale, its parties and the opened photos before it decides', async () => {
  start(aCaseFile());
  await fill('Broken.');
  const { transactionId, listing } = aCaseFile().transaction;
  let dialog = await ask();
  const subject = dialog.getByText(transactionId).closest('p')!;
  expect(subject.textContent).toBe(
    `${transactionId}: ${listing.title}, from atelier_ruiz (seller) to marta_v (buyer).`,
  );
  expect(dialog.getByText('You have opened 0 of 2 photos of the claim and 0 of 1 of the listing.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Go back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Listing photo 1' }));
  await screen.findByRole('dialog', { name: 'Compare the photos' });
  await userEvent.keyboard('{Escape}');
  dialog = await ask();
  expect(dialog.getByText('You have opened 1 of 2 photos of the claim and 1 of 1 of the listing.')).toBeTruthy();
});
