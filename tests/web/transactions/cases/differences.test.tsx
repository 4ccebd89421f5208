// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CaseDifference } from '#application/contract/differences.ts';
import type { Role } from '#domain/shared/actor.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { actions } from '../../staff/desk.ts';
import { aCaseFile, aStaffCase, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase } from './openCase.ts';

freshBrowser();

const PATH = `transaction/${TRANSACTION}/difference/book`;
const LOST: CaseDifference = {
  caseId: 'object.refund.re_1.done.900',
  object: 'refund',
  reference: 're_1',
  lost: 3,
  booked: 0,
  refused: null,
  needsConfirmation: false,
  pending: null,
};

const start = (changes: Partial<CaseDifference>, roles: Role[] = ['staff']) => {
  const file = aCaseFile({
    cases: [aStaffCase({ kind: 'unmatchedObject' })],
    differences: [{ ...LOST, ...changes }],
  });
  const transaction = { ...file.transaction, allowed: ['BookDifference'] };
  return openCase({ ...file, transaction }, roles, {
    [`POST ${PATH}`]: { success: true, message: 'Difference booked' },
  });
};
const panel = async () => within(await screen.findByRole('region', { name: 'Difference at the provider' }));
const book = async (button: string, confirm: string) => {
  await userEvent.click(await (await panel()).findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Rationale'), 'They wrote so');
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
};
const BODY = { caseId: LOST.caseId, rationale: 'They wrote so', basedOn: 7 };

test('is booked with a reason; nobody types a sum', async () => {
  const { sent } = start({});
  expect((await (await panel()).findByText(/The provider took/)).textContent).toBe(
    'The provider took €3.00 by the refund re_1 beyond our records.',
  );
  await book('Book the difference', 'Book it');
  await waitFor(() => expect(actions(sent)).toEqual([{ path: PATH, body: BODY }]));
  expect(await screen.findByText('Difference booked')).toBeTruthy();
  expect(screen.queryByRole('spinbutton')).toBeNull();
});

describe('above the limit for one person', () => {
  const proposedBy = { _id: '9'.repeat(32), username: 'keeper' };
  const pending = {
    rationale: 'They wrote so',
    proposedBy,
    proposedAt: '2026-11-27T18:14:00.000Z',
    confirmBy: '2026-12-02T18:14:00.000Z',
  };
  test('it is proposed', async () => {
    const { sent } = start({ lost: 600, needsConfirmation: true });
    await book('Propose to book the difference', 'Propose it');
    await waitFor(() => expect(actions(sent)).toEqual([{ path: PATH, body: BODY }]));
    expect(await screen.findByText('Difference proposed')).toBeTruthy();
  });
  test('a colleague reads the reason and books it', async () => {
    const { sent } = start({ lost: 600, needsConfirmation: true, pending });
    const shown = await panel();
    expect((await shown.findByText(/proposed to book it/)).textContent).toContain('keeper proposed');
    expect(shown.getByText('They wrote so')).toBeTruthy();
    await book('Book the difference', 'Book it');
    await waitFor(() => expect(actions(sent)).toEqual([{ path: PATH, body: BODY }]));
  });
  test('its proposer cannot book it', async () => {
    start({ lost: 600, needsConfirmation: true, pending: { ...pending, proposedBy: STAFF_PERSON } });
    expect(await (await panel()).findByText(/it cannot be you/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Book the difference/ })).toBeNull();
  });
});

test.each<[string, Partial<CaseDifference>, RegExp]>([
  ['is booked', { booked: 3, refused: 'differenceBooked' }, /next nightly check closes this case/],
  ['is over', { lost: 0, refused: 'nothingDiffers' }, /agree with the provider now/],
  ['is not ours', { lost: -3, refused: 'differenceNotOurs' }, /holds €3.00 more by the refund re_1/],
  ['is gone', { lost: null, refused: 'notBookable' }, /Ask the provider what it is/],
])('says what to do instead when it %s', async (_, changes, words) => {
  start(changes);
  expect(await (await panel()).findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /difference/ })).toBeNull();
});

test.each([
  [5, '€2.00 is missing'],
  [1, '€2.00 came back'],
])('of €%i, of which €3.00 is booked, says the rest', async (lost, rest) => {
  start({ lost, booked: 3 });
  expect((await (await panel()).findByText(/is booked/)).textContent).toContain(rest);
});

test('an auditor reads it and has no button', async () => {
  start({}, ['auditor']);
  expect(await (await panel()).findByText(/The provider took/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book the difference' })).toBeNull();
});
