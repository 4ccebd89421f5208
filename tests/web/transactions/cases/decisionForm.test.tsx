// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import { freshBrowser, json } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { actions } from '../../staff/desk.ts';
import { aCaseFile, BUYER, CONSEQUENCES, TRANSACTION } from './aCase.ts';
import { allowing, openCase, press } from './openCase.ts';

freshBrowser();

const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.querySelector('td')?.textContent);

const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));

test('preselects nothing, and asks for a choice', async () => {
  const { sent } = openCase(aCaseFile());
  expect(await screen.findAllByRole('radio', { checked: false })).toHaveLength(3);
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  await press('Decide case');
  expect(await screen.findByText('Please choose what happens with the money')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(actions(sent)).toEqual([]);
});

test('keeps the draft of a decision when the page is left and opened again', async () => {
  const browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
  openCase(aCaseFile());
  await choose('Refund everything');
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  cleanup();
  await waitFor(() => expect([...(browser.databases.get(KEPT_FORMS)?.values() ?? [])]).toHaveLength(1));
  openCase(aCaseFile());
  await screen.findByText(/^You have a draft, saved in this browser on/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rationale').value).toBe('Broken.');
  expect(screen.getByRole('radio', { name: 'Refund everything', checked: true })).toBeTruthy();
});

/** A case whose first decision was appealed: another round. */
const appealed = (): CaseFile => {
  const file = aCaseFile();
  const begin = { ...file.timeline[0]!, actor: { id: BUYER._id, role: 'member', username: BUYER.username } };
  return {
    ...file,
    timeline: [
      ...file.timeline,
      { ...begin, revision: 2, event: 'DisputeOpened' },
      { ...begin, revision: 9, event: 'DisputeDecided' },
      { ...begin, revision: 10, event: 'DecisionAppealed' },
    ],
  };
};

test('offers the text of a draft from before the first decision, and fills in nothing', async () => {
  const browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
  openCase(aCaseFile());
  await choose('Refund everything');
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  cleanup();
  const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.keys() ?? [])];
  await waitFor(() => expect(drafts()).toHaveLength(1));
  queryClient.clear();
  openCase(appealed());
  const earlier = within(await screen.findByRole('region', { name: 'Your draft from before the first decision' }));
  expect(earlier.getByText('Broken.')).toBeTruthy();
  expect(screen.queryByText(/^You have a draft/)).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rationale').value).toBe('');
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  await userEvent.click(earlier.getByRole('button', { name: 'Insert' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rationale').value).toBe('Broken.');
  expect(screen.queryByRole('region', { name: /^Your draft from before/ })).toBeNull();
  await waitFor(() => expect(drafts()).toEqual([expect.stringMatching(/:decide:a+:10$/)]));
});

test('deletes a draft from before the first decision on request', async () => {
  const browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
  openCase(aCaseFile());
  await userEvent.type(await screen.findByLabelText('Rationale'), 'Broken.');
  cleanup();
  await waitFor(() => expect([...(browser.databases.get(KEPT_FORMS)?.keys() ?? [])]).toHaveLength(1));
  queryClient.clear();
  openCase(appealed());
  const earlier = within(await screen.findByRole('region', { name: 'Your draft from before the first decision' }));
  await userEvent.click(earlier.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect([...(browser.databases.get(KEPT_FORMS)?.keys() ?? [])]).toEqual([]));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rationale').value).toBe('');
});

test('keeps the form while an answer is awaited, and says until when', async () => {
  const file = allowing('PlaceStaffHold', 'AskParty');
  const questions = { buyer: null, seller: '2026-12-01T09:00:00.000Z' };
  openCase({ ...file, transaction: { ...file.transaction, questions } });
  expect(await screen.findByText(/the seller has until 1 Dec 2026/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decide case' }).disabled).toBe(true);
});

test('has a checklist for the category of the claim', async () => {
  openCase(aCaseFile());
  await userEvent.click(await screen.findByText('Checklist: Damaged in transit', { exact: false }));
  await userEvent.click(screen.getByLabelText('The photos as sold show the item whole'));
  expect(screen.getByText('1 of 5')).toBeTruthy();
});

test('shows at once who gets what for a choice', async () => {
  openCase(aCaseFile());
  await choose('Refund a part');
  expect(rows(await screen.findByRole('table', { name: 'Who gets what' }))).toEqual([
    '€60.00',
    '€103.00',
    '€8.15',
    '€171.15',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Refund everything' }));
  expect(rows(screen.getByRole('table', { name: 'Who gets what' }))).toEqual(['€171.15', '€0.00', '€0.00', '€171.15']);
  await userEvent.click(screen.getByRole('radio', { name: 'Release to the seller' }));
  expect(rows(screen.getByRole('table', { name: 'Who gets what' }))).toEqual(['€0.00', '€163.00', '€8.15', '€171.15']);
  expect(screen.getByText('item price and shipping')).toBeTruthy();
});

test('offers nothing else when everything belongs to the buyer, and says why', async () => {
  const file = aCaseFile();
  openCase({ ...file, sums: { ...file.sums, mostPartialRefund: 0 } });
  const all = await screen.findByRole('radio', { name: 'Refund everything', checked: true });
  expect(screen.getAllByRole('radio')).toEqual([all]);
  expect(screen.getByText('None of this money can go to the seller: all of it is refunded.')).toBeTruthy();
  expect(rows(screen.getByRole('table', { name: 'Who gets what' }))).toEqual(['€171.15', '€0.00', '€0.00', '€171.15']);
});

test('requires a rationale and a possible amount, asks for confirmation and sends once', async () => {
  const { sent } = openCase(aCaseFile(), ['staff'], {
    [`POST transaction/${TRANSACTION}/dispute/decide`]: { success: true, message: 'Dispute decided' },
    [`GET staff/cases/${TRANSACTION}/consequences`]: CONSEQUENCES,
  });
  await choose('Refund a part');
  await press('Decide case');
  expect(await screen.findByText('A rationale is required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Rationale'), 'The pictures show the break.');
  const sum = screen.getByLabelText('Refund amount, in euros');
  await userEvent.clear(sum);
  await userEvent.type(sum, '170');
  await press('Decide case');
  await waitFor(() => expect(sum.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.clear(sum);
  await userEvent.type(sum, '45.5');
  await press('Decide case');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('The pictures show the break.')).toBeTruthy();
  expect(actions(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(actions(sent)).toMatchObject([
    {
      path: `transaction/${TRANSACTION}/dispute/decide`,
      body: { toBuyer: '45.50', rationale: 'The pictures show the break.', basedOn: 7 },
    },
  ]);
});

test('shows what would follow from the choice, and sends the hash of it with the decision', async () => {
  const { sent } = openCase(aCaseFile(), ['staff'], {
    [`GET staff/cases/${TRANSACTION}/consequences`]: CONSEQUENCES,
    [`POST transaction/${TRANSACTION}/dispute/decide`]: { success: true, message: 'Dispute decided' },
  });
  await choose('Refund a part');
  expect(await screen.findByText('E-mail to the seller: Dispute closed: TX7K2M9QPD')).toBeTruthy();
  const follows = screen.getByText('What would follow').closest('details')!;
  expect(follows.textContent).toContain('refund_transit€60.00');
  expect(follows.textContent).toContain('€60.00 is refunded to the buyer at once.');
  expect(follows.textContent).toMatch(
    /€103\.00 is paid out to the seller on 1 Dec 2026.*, unless the buyer appeals before\./,
  );
  expect(follows.textContent).toContain('These deadlines end: Staff aim to decide the dispute');
  expect(follows.textContent).toMatch(
    /The buyer can then add a statement\. The buyer can appeal once the refund has arrived, until 5 Dec 2026.*, and before the payout begins\./,
  );
  expect(follows.textContent).toMatch(/The seller cannot appeal: a refund of €50 or less.* is sent at once\./);
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  await press('Decide case');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/€60\.00 is refunded to the buyer at once\./)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      {
        path: `transaction/${TRANSACTION}/dispute/decide`,
        body: { toBuyer: '60.00', rationale: 'Broken.', consequences: CONSEQUENCES.hash, basedOn: 7 },
      },
    ]),
  );
});

test('is decided with three keys beside the text', async () => {
  const { sent } = openCase(aCaseFile(), ['staff'], {
    [`POST transaction/${TRANSACTION}/dispute/decide`]: { success: true, message: 'Dispute decided' },
  });
  await screen.findByRole('radio', { name: 'Refund everything' });
  await screen.findByRole('heading', { name: 'Work on this case' });
  await userEvent.keyboard('3');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rationale')));
  await userEvent.keyboard('Broken.{Control>}{Enter}{/Control}');
  await screen.findByRole('alertdialog');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(actions(sent).map(({ body }) => body)).toEqual([{ toBuyer: '171.15', rationale: 'Broken.', basedOn: 7 }]),
  );
});

test('takes the keys of the choices also when a choice has the focus', async () => {
  openCase(aCaseFile());
  await screen.findByRole('radio', { name: 'Refund everything' });
  await screen.findByRole('heading', { name: 'Work on this case' });
  await userEvent.keyboard('d');
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'));
  await userEvent.keyboard('3');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rationale')));
  expect(screen.getByRole('radio', { name: 'Refund everything', checked: true })).toBeTruthy();
});

test('looks again at what would follow when it is no longer what was shown', async () => {
  const path = `transaction/${TRANSACTION}/dispute/decide`;
  let tries = 0;
  const { sent } = openCase(aCaseFile(), ['staff'], {
    [`GET staff/cases/${TRANSACTION}/consequences`]: () =>
      tries === 0 ? CONSEQUENCES : { ...CONSEQUENCES, hash: 'd4'.repeat(32), payoutAt: null },
    [`POST ${path}`]: () => {
      tries += 1;
      return tries === 1
        ? json({ message: 'What would follow is no longer what you were shown', code: 'consequencesChanged' }, 409)
        : { success: true, message: 'Dispute decided' };
    },
  });
  await choose('Refund a part');
  await screen.findByText(/^E-mail to the seller/);
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  await press('Decide case');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText(/no longer what you were shown/)).toBeTruthy();
  await screen.findAllByText(/€103\.00 is paid out to the seller after the refund/);
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(actions(sent).map(({ body }) => (body as { consequences?: string }).consequences)).toEqual([
    CONSEQUENCES.hash,
    'd4'.repeat(32),
  ]);
});

test('keeps a refused decision open with the server’s message', async () => {
  openCase(aCaseFile(), ['staff'], {
    [`POST transaction/${TRANSACTION}/dispute/decide`]: json({ message: 'It was withdrawn', code: 'notNow' }, 409),
  });
  await choose('Refund a part');
  await userEvent.type(await screen.findByLabelText('Rationale'), 'Broken.');
  await press('Decide case');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('It was withdrawn')).toBeTruthy();
});

test('shows news of a moved case, keeps typed text, and continues from the new revision', async () => {
  const at = '2026-11-27T19:00:00.000Z';
  const file = aCaseFile();
  const news = {
    revision: 8,
    event: 'StatementGiven',
    timestamp: at,
    detail: 'The buyer has added a statement.',
    actor: { id: BUYER._id, role: 'member', username: BUYER.username },
  };
  const newer = {
    ...file,
    transaction: { ...file.transaction, revision: 8 },
    statements: [
      ...file.statements,
      {
        ...file.statements[1]!,
        event: 'StatementGiven',
        at,
        part: 'buyer' as const,
        author: BUYER,
        text: 'I dropped it myself',
      },
    ],
  };
  const path = `transaction/${TRANSACTION}/dispute/decide`;
  let tries = 0;
  const { sent } = openCase(file, ['staff'], {
    [`GET staff/cases/${TRANSACTION}`]: () => (tries === 0 ? file : newer),
    [`GET staff/cases/${TRANSACTION}/consequences`]: CONSEQUENCES,
    [`POST ${path}`]: () => {
      tries += 1;
      return tries === 1
        ? json({ message: 'This case has news', code: 'caseMoved', news: [news], revision: 8 }, 409)
        : { success: true, message: 'Dispute decided' };
    },
  });
  await choose('Refund a part');
  await userEvent.type(await screen.findByLabelText('Rationale'), 'Broken.');
  await press('Decide case');
  await screen.findByText(/^E-mail to the seller/);
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('This case has news')).toBeTruthy();
  expect(await dialog.findByText('I dropped it myself')).toBeTruthy();
  expect(dialog.getByText(/by marta_v \(buyer\)/)).toBeTruthy();
  expect(dialog.getByText('Broken.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide anyway' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const body = { toBuyer: '60.00', rationale: 'Broken.', consequences: CONSEQUENCES.hash };
  expect(actions(sent)).toEqual([
    { path, body: { ...body, basedOn: 7 } },
    // the preview of the new revision may still be on its way
    { path, body: expect.objectContaining({ toBuyer: '60.00', rationale: 'Broken.', basedOn: 8 }) },
  ]);
});

test('announces before sending that above €500 it is only proposed', async () => {
  const file = aCaseFile();
  openCase({ ...file, sums: { ...file.sums, needsConfirmation: true } });
  expect(await screen.findByText('a second staff member must confirm')).toBeTruthy();
  await choose('Refund a part');
  await userEvent.type(screen.getByLabelText('Rationale'), 'Broken.');
  await press('Propose decision');
  expect(
    within(await screen.findByRole('alertdialog')).getByText(/No money moves until another staff member/),
  ).toBeTruthy();
});

test('announces before sending that above €200 both parties read the draft first', async () => {
  const file = aCaseFile();
  openCase({ ...file, sums: { ...file.sums, needsDraft: true } });
  await choose('Refund a part');
  await userEvent.type(await screen.findByLabelText('Rationale'), 'Broken.');
  expect(screen.getByText('can read the draft for 24 hours')).toBeTruthy();
  await press('Propose decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/No money moves until it is confirmed, after 24 hours at the earliest/)).toBeTruthy();
});

test.each([
  ['PlaceStaffHold', 'Place a hold', 'Place the hold', 'hold'],
  ['LiftStaffHold', 'Lift the hold', 'Lift the hold', 'hold/lift'],
])('offers %s when the server allows it, with a required reason', async (command, button, confirm, path) => {
  const { sent } = openCase(allowing(command), ['staff'], {
    [`POST transaction/${TRANSACTION}/${path}`]: { success: true, message: 'Done' },
  });
  await press(button);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
  expect(await dialog.findByText('A reason is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Asking the carrier');
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: `transaction/${TRANSACTION}/${path}`, body: { reason: 'Asking the carrier', basedOn: 7 } },
    ]),
  );
});

test('lets staff ask a party, who has three days to answer', async () => {
  const path = `transaction/${TRANSACTION}/dispute/ask`;
  const { sent } = openCase(allowing('AskParty'), ['staff'], { [`POST ${path}`]: { success: true, message: 'Asked' } });
  await press('Ask the seller');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Question'), 'How was it packed?');
  await userEvent.click(dialog.getByRole('button', { name: 'Ask' }));
  const body = { party: 'seller', question: 'How was it packed?', days: 3, basedOn: 7 };
  await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
});

test('a question can begin with a text that names the item and half the claim', async () => {
  openCase(allowing('AskParty'));
  await press('Ask the buyer');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Insert text' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'A smaller refund' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Question');
  expect(field.value).toBe('Would you agree to a refund of €30.00?');
});
