// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { A_DESK, aCaseFile, aCasePage, aStaffCase, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase } from './openCase.ts';

freshBrowser();

const COLLEAGUE = { _id: '7'.repeat(32), username: 'warden' };
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();
const workedOnBy = (file: CaseFile, assignee: typeof COLLEAGUE) =>
  openCase(file, ['staff'], {
    [`GET staff/cases/${TRANSACTION}/desk`]: { ...A_DESK, assignee, colleagues: [COLLEAGUE] },
  });
const head = async () => (await screen.findByRole('heading', { level: 1 })).closest('.case-head')!;
const waits = async (words: RegExp) =>
  (await within((await head()) as HTMLElement).findByText(words, { selector: '.case-waits, .case-waits *' })).closest(
    '.case-waits',
  )!.textContent;

const withSale = (changes: Partial<CaseFile['transaction']>, rest: Partial<CaseFile> = {}): CaseFile => {
  const file = aCaseFile();
  return { ...file, ...rest, transaction: { ...file.transaction, ...changes } };
};

test('says in the header until when staff have to act, and who has the case', async () => {
  workedOnBy(aCaseFile(), COLLEAGUE);
  expect(await waits(/Waits for us/)).toMatch(/^Waits for us until 4 Dec 2026, .*\(.*(left|overdue|due now)\)/);
  expect(await waits(/Assigned to warden/)).toContain('Assigned to warden.');
});

test('names the party that must answer, and lists the answer under “What happens next”', async () => {
  const questions = { buyer: IN_A_YEAR, seller: null };
  openCase(withSale({ questions }, { cases: [aStaffCase({ waitsFor: 'buyer', dueAt: IN_A_YEAR })] }));
  expect(await waits(/Waits for the buyer/)).toContain('(365 d 0 h left)');
  const next = await screen.findByRole('region', { name: 'What happens next' });
  expect(next.textContent).toMatch(/The buyer must answer by \d+ \w+\. After that you can decide without an answer\./);
});

test('says in the header and in the queue that a draft waits for comments, then for a confirmation', async () => {
  const next = { waitsFor: 'confirmation' as const, until: '2099-12-04T09:00:00.000Z' };
  const drafted = aStaffCase({ kind: 'confirmation', waitsFor: 'comments', dueAt: IN_A_YEAR, next });
  openCase(withSale({}, { cases: [drafted] }));
  const words = await waits(/Waits for comments/);
  expect(words).toMatch(
    /^Waits for comments of the parties until .* \(365 d 0 h left\), then for a confirmation until /,
  );
  expect(words).not.toContain('second person');
});

test('says in the header and in the title of the row that a claim came too soon after the shipment', async () => {
  const early = aStaffCase({ sale: { ...aStaffCase().sale!, claimedSoon: 40_200 } });
  const { page } = openCase(withSale({}, { cases: [early] }), ['staff'], { 'GET staff/cases': aCasePage([early]) });
  expect(await screen.findByText('Opened 40 s after the shipment.')).toBeTruthy();
  await page.goTo('/staff');
  expect(await screen.findByTitle(/Vharoth.*\. Opened 40 s after the shipment$/)).toBeTruthy();
});

const DECIDED = withSale(
  {
    displayStatus: 'IN_ESCROW_DISPUTED',
    allowed: [],
    dispute: { ...aCaseFile().transaction.dispute!, state: 'deferred' },
    decision: {
      toBuyer: 60,
      toSeller: 103,
      fee: 8.15,
      by: 'staff',
      rationale: 'Broken.',
      appeals: { buyer: null, seller: '2026-12-04T15:00:00.000Z' },
    },
  },
  { cases: [] },
);

test('says after a decision what was decided, by whom, when, and until when a party can appeal', async () => {
  const decided = {
    ...DECIDED.statements[1]!,
    event: 'DisputeDecided',
    at: '2026-11-28T10:00:00.000Z',
    part: 'staff' as const,
    author: COLLEAGUE,
    toBuyer: 60,
    toSeller: 103,
  };
  workedOnBy({ ...DECIDED, statements: [...DECIDED.statements, decided] }, STAFF_PERSON);
  const result =
    /^€60\.00 to the buyer, €103\.00 to the seller\. Decided by warden on 28 Nov 2026, .*, appeal until 4 Dec 2026, .*\.$/;
  await waitFor(async () => expect((await head()).querySelector('.case-result')?.textContent).toMatch(result));
  const text = (await head()).textContent;
  expect(text).toContain('Damaged in transit, claim €60.00');
  expect(text).not.toContain('Clock stopped');
  expect(text).not.toContain('Dispute Open');
  const outcome = await screen.findByRole('region', { name: 'Outcome' });
  expect(outcome.querySelector('p')?.textContent).toMatch(result);
  expect(outcome.textContent).toContain('can still appeal against the decision');
  expect(document.querySelector('.case-actions > p, .case-actions > div > p')).toBeNull();
});

test('says while the refund is on its way that the buyer can appeal once it has arrived', async () => {
  const appealsAfterRefund = { buyer: '2026-12-04T15:00:00.000Z', seller: null };
  const decision = { ...DECIDED.transaction.decision!, appeals: { buyer: null, seller: null } };
  const file = (rights: typeof decision): CaseFile => ({
    ...DECIDED,
    transaction: { ...DECIDED.transaction, decision: rights },
  });
  workedOnBy(file({ ...decision, appealsAfterRefund }), STAFF_PERSON);
  const outcome = await screen.findByRole('region', { name: 'Outcome' });
  expect(outcome.textContent).toContain('The buyer can appeal once the refund has arrived.');
  expect(outcome.textContent).toMatch(/until 4 Dec 2026.*, and before the payout begins\./);
  expect(outcome.textContent).not.toContain('Nobody can appeal now');
});

test.each([
  ['stops', [{ kind: 'escrowEnd', dueAt: IN_A_YEAR }], /You place a holdThe clock stops, and nothing is paid out/],
  ['stays stopped', [], /You place a holdThe clock stays stopped, and nothing is paid out/],
] as const)('says that a hold means: the clock %s', async (_, deadlines, words) => {
  openCase(withSale({ status: 'IN_ESCROW', allowed: ['PlaceStaffHold'], deadlines: [...deadlines] }));
  expect((await screen.findByRole('region', { name: 'What happens next' })).textContent).toMatch(words);
});

test('offers nothing to take, assign or snooze once no case is open', async () => {
  workedOnBy(DECIDED, STAFF_PERSON);
  expect(await screen.findByText(/No case is open\. Last assigned to/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Add note…' })).toBeTruthy();
  for (const name of [/Take it/, 'Unassign me', 'Assign…', 'Snooze…'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('shows a proposal and its draft once, and the rationale of a confirmed decision once', async () => {
  const file = aCaseFile();
  const at = '2026-11-28T09:00:00.000Z';
  const proposed = {
    ...file.statements[1]!,
    event: 'DecisionProposed',
    at,
    part: 'staff' as const,
    author: COLLEAGUE,
    text: 'The photos show it.',
    toBuyer: 60,
    toSeller: 103,
  };
  const decided = {
    ...proposed,
    event: 'DisputeDecided',
    at: '2026-11-29T09:00:00.000Z',
    author: { _id: '9'.repeat(32), username: 'warden' },
    proposedBy: COLLEAGUE,
  };
  openCase({ ...file, statements: [...file.statements, proposed, { ...proposed, event: 'DraftShown' }, decided] });
  const statements = await screen.findByRole('region', { name: 'Statements' });
  expect(within(statements).getAllByText('The photos show it.')).toHaveLength(1);
  expect(within(statements).getByText('Shown to both parties as a draft.')).toBeTruthy();
  expect(within(statements).getByText('With the rationale of the proposal.')).toBeTruthy();
  expect(statements.textContent).toContain(`proposed by ${COLLEAGUE.username}, confirmed by warden`);
});

test('names the party that staff asked', async () => {
  const file = aCaseFile();
  const asked = {
    ...file.statements[1]!,
    event: 'QuestionAsked',
    at: '2026-11-28T09:00:00.000Z',
    to: 'buyer' as const,
  };
  openCase({ ...file, statements: [...file.statements, { ...asked, part: 'staff', author: COLLEAGUE, text: 'How?' }] });
  const statements = await screen.findByRole('region', { name: 'Statements' });
  expect(statements.textContent).toContain('Question from our staff to the buyer');
});

test('names no claim in the title after an appeal about a hold, which nobody disputed', async () => {
  const dispute = { ...aCaseFile().transaction.dispute!, category: 'OTHER' as const, claim: 0, byAppeal: true };
  openCase(withSale({ dispute }, { cases: [aStaffCase({ kind: 'appeal', about: 'The buyer appealed' })] }));
  expect((await head()).querySelector('h1')!.textContent).toBe('The buyer appealed');
});
