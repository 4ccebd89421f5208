// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import type { Role } from '#domain/shared/actor.ts';
import { freshBrowser, json } from '#tests/support/browser.tsx';
import { actions } from '../../staff/desk.ts';
import { aCaseFile, aStaffCase, BUYER, SELLER, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase, press } from './openCase.ts';

freshBrowser();

const PATH = `transaction/${TRANSACTION}/outside/settle`;
const REFUND = { what: 'refund', to: 'buyer', amount: 171.15, needsConfirmation: false } as const;

const owing = (changes: Partial<CaseFile> = {}, allowed = ['RetryRefund', 'SettleOutsideProvider']): CaseFile => {
  const file = aCaseFile({ cases: [aStaffCase({ kind: 'refundFailed' })], owedOutside: [REFUND], ...changes });
  return { ...file, transaction: { ...file.transaction, dispute: null, allowed } };
};

const start = (file: CaseFile, replies: Record<string, unknown> = {}, roles: Role[] = ['staff']) =>
  openCase(file, roles, replies);

const panel = async () => within(await screen.findByRole('region', { name: 'Bank transfer' }));
const typed = async (reference: string, rationale: string) => {
  const form = await panel();
  await userEvent.type(await form.findByLabelText('Reference'), reference);
  await userEvent.type(form.getByLabelText('Rationale'), rationale);
};

test('takes amount and receiver from the transaction; staff add reference and rationale and confirm', async () => {
  const { sent } = start(owing(), { [`POST ${PATH}`]: { success: true, message: 'Bank transfer recorded' } });
  const form = await panel();
  expect((await form.findByText(/is owed to/)).textContent).toBe(
    `€171.15 is owed to ${BUYER.username}, the buyer: the refund failed permanently.`,
  );
  expect(form.queryByRole('spinbutton')).toBeNull();
  await typed('Reliquary refund', 'The card is closed');
  await press('Record the bank transfer');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/with the reference/).textContent).toContain('€171.15');
  expect(actions(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
  const body = { what: 'refund', reference: 'Reliquary refund', rationale: 'The card is closed', basedOn: 7 };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: PATH, body }]));
  expect(await screen.findByText('Bank transfer recorded')).toBeTruthy();
});

test('closes a case about money kept for the seller only by paying it', async () => {
  const cases = [aStaffCase({ kind: 'chargebackReversed' }), aStaffCase({ kind: 'providerFact' })];
  start(owing({ cases, owedOutside: [{ ...REFUND, what: 'kept', to: 'seller' }] }));
  const close = (kind: 'chargebackReversed' | 'providerFact') => `Close “${CASE_WORDS[kind].label}”`;
  await screen.findByRole('button', { name: close('providerFact') });
  expect(screen.queryByRole('button', { name: close('chargebackReversed') })).toBeNull();
});

test.each([
  ['empty', ' ', ' ', ['A reference is required', 'A rationale is required']],
  [
    'an account number',
    'to NL91 ABNA 0417 1643 00',
    'of NL91ABNA0417164300',
    ['Please leave the account number out', 'Please leave the account number out'],
  ],
])('shows that a field is %s and sends nothing', async (_, reference, rationale, faults) => {
  const { sent } = start(owing());
  await typed(reference, rationale);
  await press('Record the bank transfer');
  const form = await panel();
  for (const [index, name] of ['Reference', 'Rationale'].entries()) {
    const field = form.getByLabelText(name);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(form.getAllByText(faults[index] as string).length).toBeGreaterThan(0);
  }
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(actions(sent)).toEqual([]);
});

test('shows a refusal in the question, which stays open', async () => {
  const message = 'The buyer’s bank claims this money and has not decided yet';
  start(owing(), { [`POST ${PATH}`]: json({ message, code: 'claimedByBank' }, 409) });
  await typed('Reliquary refund', 'The card is closed');
  await press('Record the bank transfer');
  await press('Record it');
  expect(await within(await screen.findByRole('alertdialog')).findByText(message)).toBeTruthy();
});

test('lets staff choose one of several amounts', async () => {
  const second = { what: 'duplicate', paymentId: 'pi_2', to: 'buyer', amount: 12, needsConfirmation: false } as const;
  const kept = { what: 'kept', to: 'seller', amount: 5, needsConfirmation: false } as const;
  const { sent } = start(owing({ owedOutside: [REFUND, second, kept] }), {
    [`POST ${PATH}`]: { success: true, message: 'Bank transfer recorded' },
  });
  const form = await panel();
  expect(await form.findByLabelText(`€5.00 to ${SELLER.username}, the seller: a bank returned it late`)).toBeTruthy();
  await userEvent.click(form.getByLabelText(/^€12\.00 to/));
  await typed('Second payment', 'The card is closed');
  await press('Record the bank transfer');
  await press('Record it');
  const body = {
    what: 'duplicate',
    paymentId: 'pi_2',
    reference: 'Second payment',
    rationale: 'The card is closed',
    basedOn: 7,
  };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: PATH, body }]));
});

test('only proposes an amount that needs another person', async () => {
  const message = 'Bank transfer proposed. A second member of staff must confirm it.';
  start(owing({ owedOutside: [{ ...REFUND, needsConfirmation: true }] }), {
    [`POST ${PATH}`]: { success: true, message },
  });
  await typed('Reliquary refund', 'The card is closed');
  expect((await panel()).getByText(/a second staff member must confirm/)).toBeTruthy();
  await press('Propose the bank transfer');
  await press('Propose it');
  expect(await screen.findByText(message)).toBeTruthy();
});

describe('a proposed bank transfer', () => {
  const pending = (proposedBy = { _id: '9'.repeat(32), username: 'keeper' }): CaseFile['pendingSettlement'] => ({
    what: 'refund',
    to: 'buyer',
    amount: 671.15,
    settlementId: 'o1',
    reference: 'Reliquary refund',
    rationale: 'The card is closed',
    proposedBy,
    proposedAt: '2026-11-27T18:14:00.000Z',
    confirmBy: '2026-12-02T18:14:00.000Z',
  });
  const allowed = ['ConfirmOutsideSettlement', 'RejectOutsideSettlement'];
  const region = async () => within(await screen.findByRole('region', { name: 'Proposed bank transfer' }));

  test('is confirmed by another person, who reads its details', async () => {
    const path = `transaction/${TRANSACTION}/outside/confirm`;
    const { sent } = start(owing({ owedOutside: [], pendingSettlement: pending() }, allowed), {
      [`POST ${path}`]: { success: true, message: 'Bank transfer confirmed' },
    });
    const shown = await region();
    expect((await shown.findByText(/proposed this on/)).textContent).toContain('€671.15 to marta_v, the buyer');
    expect(screen.queryByRole('region', { name: 'Bank transfer' })).toBeNull();
    await press('Confirm bank transfer');
    await press('Confirm');
    await waitFor(() => expect(actions(sent)).toEqual([{ path, body: { settlementId: 'o1', basedOn: 7 } }]));
  });

  test('is rejected with a reason', async () => {
    const path = `transaction/${TRANSACTION}/outside/reject`;
    const { sent } = start(owing({ owedOutside: [], pendingSettlement: pending() }, allowed), {
      [`POST ${path}`]: { success: true, message: 'Bank transfer rejected' },
    });
    await press('Reject bank transfer');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/reason/i), 'Another account');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject it' }));
    const body = { settlementId: 'o1', reason: 'Another account', basedOn: 7 };
    await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
  });

  test('is answered with another transfer, which names what the first one was', async () => {
    const path = `transaction/${TRANSACTION}/outside/counter`;
    const message = 'Bank transfer proposed. A second member of staff must confirm it.';
    const kept = { what: 'kept', to: 'seller', amount: 5, needsConfirmation: false } as const;
    const { sent } = start(
      owing({ owedOutside: [REFUND, kept], pendingSettlement: pending() }, [...allowed, 'CounterOutsideSettlement']),
      { [`POST ${path}`]: { success: true, message } },
    );
    await press('Make a counter-proposal');
    const dialog = within(await screen.findByRole('dialog'));
    const reference = (await dialog.findByLabelText('Reference')) as HTMLInputElement;
    expect([reference.value, (dialog.getByLabelText(/^€171\.15/) as HTMLInputElement).checked]).toEqual([
      'Reliquary refund',
      true,
    ]);
    await userEvent.clear(reference);
    await userEvent.type(reference, 'to NL91ABNA0417164300');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose this instead' }));
    for (const words of ['Please leave the account number out', 'A rationale is required', 'A reason is required'])
      expect(await dialog.findByText(words)).toBeTruthy();
    expect(actions(sent)).toEqual([]);
    await userEvent.click(dialog.getByLabelText(/^€5\.00/));
    await userEvent.clear(reference);
    await userEvent.type(reference, 'Returned money');
    await userEvent.type(dialog.getByLabelText('Rationale'), 'The seller named it');
    await userEvent.type(dialog.getByLabelText('Why not the proposed bank transfer'), 'The refund may arrive');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose this instead' }));
    const body = {
      settlementId: 'o1',
      what: 'kept',
      reference: 'Returned money',
      rationale: 'The seller named it',
      reason: 'The refund may arrive',
      basedOn: 7,
    };
    await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('is withdrawn, but not confirmed or countered, by its author', async () => {
    start(owing({ owedOutside: [], pendingSettlement: pending(STAFF_PERSON) }, ['RejectOutsideSettlement']));
    expect(await screen.findByRole('button', { name: 'Withdraw it' })).toBeTruthy();
    for (const name of ['Confirm bank transfer', 'Make a counter-proposal'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

test('shows an auditor the owed money in the books and no form', async () => {
  start(owing(), {}, ['auditor']);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Bank transfer' })).toBeNull();
});
