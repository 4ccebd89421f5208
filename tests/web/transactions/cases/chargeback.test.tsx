// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import type { Role } from '#domain/shared/actor.ts';
import { freshBrowser, json } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { actions } from '../../staff/desk.ts';
import { aCaseFile, aChargeback, aStaffCase, STAFF_PERSON, TRANSACTION } from './aCase.ts';
import { openCase, press } from './openCase.ts';

freshBrowser();

const EVIDENCE = `transaction/${TRANSACTION}/chargeback/evidence`;
const END = `transaction/${TRANSACTION}/chargeback/end`;
const DRAFT = `GET staff/cases/${TRANSACTION}/evidence/cb_1`;
const PACK = { customerName: 'Ada Buyer', uncategorizedText: 'RECEIPT' };

const claimed = (claims: Partial<ChargebackFile>[], allowed: string[]) => {
  const file = aCaseFile({ cases: [aStaffCase({ kind: 'chargeback' })], chargebacks: claims.map(aChargeback) });
  return { ...file, transaction: { ...file.transaction, dispute: null, allowed } };
};
const start = (
  claim: Partial<ChargebackFile> = {},
  allowed = ['SubmitEvidencePack', 'EndChargeback'],
  replies: Record<string, unknown> = {},
  roles: Role[] = ['staff'],
) => openCase(claimed([claim], allowed), roles, { [DRAFT]: { pack: PACK, photos: [], receipt: null }, ...replies });
const panel = async () => within(await screen.findByRole('region', { name: 'Chargeback' }));

describe('a chargeback on the case', () => {
  test('shows reason, amount and the bank’s due date', async () => {
    start();
    const shown = await panel();
    for (const words of ['The item did not arrive', '€89.75', 'Open']) expect(shown.getByText(words)).toBeTruthy();
    expect(shown.getByText(/^4 Dec 2026/)).toBeTruthy();
    expect(shown.getByText(/Without evidence the bank usually decides for the buyer/)).toBeTruthy();
  });
  test('lists the bank’s due date under “What happens next”, with what follows without evidence', async () => {
    const respondBy = new Date(Date.now() + 86_400_000).toISOString();
    start({ respondBy });
    const next = await screen.findByRole('region', { name: 'What happens next' });
    expect(next.textContent).toContain('The bank decides about its chargeback, and may take the money back.');
    expect(next.textContent).toContain(
      'Bank’s due date for evidence. Without evidence it usually decides for the buyer.',
    );
    expect(within(next).getAllByRole('listitem')[0]?.querySelector('time')?.getAttribute('datetime')).toBe(respondBy);
  });
  test('says what it does not know, and shows an unknown reason as it came', async () => {
    start({ reason: 'something_new', respondBy: null });
    const shown = await panel();
    expect(shown.getByText('something new')).toBeTruthy();
    expect(shown.getByText('Not given')).toBeTruthy();
  });
  test.each([
    [
      'waits for the provider',
      { state: 'submitted', answeredAt: null, refusal: null },
      /The payment provider has not answered yet/,
    ],
    [
      'is with the bank',
      { state: 'delivered', answeredAt: '2026-11-28T10:00:00.000Z', refusal: null },
      /the bank has it/,
    ],
  ] as const)('shows evidence that %s, without another try', async (_, answer, words) => {
    const pack = {
      by: STAFF_PERSON,
      submittedAt: '2026-11-28T09:00:00.000Z',
      characters: 20,
      photos: 0,
      receipt: false,
      ...answer,
    };
    start({ pack, takesEvidence: false });
    expect((await panel()).getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Prepare evidence' })).toBeNull();
  });
  test('shows why evidence was refused, and takes another', async () => {
    const answer = { state: 'refused', answeredAt: '2026-11-28T10:00:00.000Z' } as const;
    const refusal = 'dispute_evidence_page_limit_exceeded';
    const pack = {
      by: STAFF_PERSON,
      submittedAt: '2026-11-28T09:00:00.000Z',
      characters: 20,
      photos: 0,
      receipt: false,
      ...answer,
      refusal,
    };
    start({ pack });
    expect((await panel()).getByText(/refused the last evidence because it has too many pages/)).toBeTruthy();
    await screen.findByRole('button', { name: 'Prepare evidence' });
  });
  test('says how many photos went along', async () => {
    const pack = { by: STAFF_PERSON, submittedAt: '2026-11-28T09:00:00.000Z', characters: 20, answeredAt: null };
    start({ pack: { ...pack, state: 'submitted', photos: 2, receipt: true, refusal: null }, takesEvidence: false });
    expect((await panel()).getByText(/submitted evidence with our receipt and 2 photos on/)).toBeTruthy();
  });
  test('says that an erased photo was the reason of a refusal', async () => {
    const answer = { state: 'refused', answeredAt: '2026-11-28T10:00:00.000Z', refusal: 'bankPhotoMissing' } as const;
    start({
      pack: {
        by: STAFF_PERSON,
        submittedAt: '2026-11-28T09:00:00.000Z',
        characters: 20,
        photos: 1,
        receipt: false,
        ...answer,
      },
    });
    expect((await panel()).getByText(/because one of its photos was erased, removed or changed/)).toBeTruthy();
  });
  test('takes no evidence after the due date, once decided, or from an auditor', async () => {
    start({ takesEvidence: false });
    expect((await panel()).getByText(/due date has passed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Prepare evidence' })).toBeNull();
  });
  test('shows an auditor everything and no action', async () => {
    start({}, [], {}, ['auditor']);
    await panel();
    for (const name of ['Prepare evidence', 'End the chargeback'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the evidence dialog', () => {
  test('is filled from the history; staff correct it, confirm that they read it, and submit it', async () => {
    const { sent } = start({}, undefined, { [`POST ${EVIDENCE}`]: { success: true, message: 'Evidence submitted' } });
    await press('Prepare evidence');
    const dialog = within(await screen.findByRole('dialog'));
    const name = (await dialog.findByLabelText(/Name of the buyer/)) as HTMLInputElement;
    await waitFor(() => expect(name.value).toBe('Ada Buyer'));
    await userEvent.type(dialog.getByLabelText(/Tracking code/), '3SABC');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit to the bank' }));
    expect(await dialog.findByText('Please confirm that you have read it.')).toBeTruthy();
    expect(actions(sent)).toEqual([]);
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit to the bank' }));
    await waitFor(() =>
      expect(actions(sent)).toMatchObject([
        {
          path: EVIDENCE,
          body: { chargebackId: 'cb_1', pack: { ...PACK, shippingTrackingNumber: '3SABC' }, photos: [], basedOn: 7 },
        },
      ]),
    );
    expect(await screen.findByText('Evidence submitted')).toBeTruthy();
  });
  const RECEIPT = {
    name: 'receipt-7',
    sha256: 'a1'.repeat(32),
    rows: [
      { label: 'Price', text: '€80.00' },
      { label: 'Sent to', text: 'Ada Buyer, Amsterdam' },
    ],
    pdf: btoa('%PDF-1.4'),
  };
  test.each([
    ['sends the receipt that staff read, unless they leave it out', true],
    ['leaves the receipt out', false],
  ])('%s', async (_, sends) => {
    const { sent } = start({}, undefined, {
      [DRAFT]: { pack: PACK, photos: [], receipt: RECEIPT },
      [`POST ${EVIDENCE}`]: { success: true, message: 'Evidence submitted' },
    });
    await press('Prepare evidence');
    const dialog = within(await screen.findByRole('dialog'));
    const receipt = within(await dialog.findByRole('group', { name: 'Receipt for the bank' }));
    for (const words of ['€80.00', 'Ada Buyer, Amsterdam', 'Download the PDF'])
      expect(receipt.getByText(words)).toBeTruthy();
    if (!sends) await userEvent.click(receipt.getByRole('checkbox'));
    await userEvent.click(dialog.getByLabelText(/I have read every text/));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit to the bank' }));
    await waitFor(() => expect(actions(sent)).toHaveLength(1));
    const { name, sha256 } = RECEIPT;
    const { receipt: chosen } = (actions(sent)[0]?.body ?? {}) as { receipt?: object };
    expect(chosen).toEqual(sends ? { name, sha256 } : undefined);
  });
  test('keeps what was typed when it is closed and opened again, and after a failure', async () => {
    start({}, undefined, { [`POST ${EVIDENCE}`]: json({ message: 'The bank takes no evidence' }, 409) });
    await press('Prepare evidence');
    await userEvent.type(await screen.findByLabelText(/Tracking code/), '3SABC');
    await press('Cancel');
    await press('Prepare evidence');
    const field = (await screen.findByLabelText(/Tracking code/)) as HTMLInputElement;
    expect(field.value).toBe('3SABC');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Submit to the bank');
    expect(await screen.findByText('The bank takes no evidence')).toBeTruthy();
    expect(((await screen.findByLabelText(/Tracking code/)) as HTMLInputElement).value).toBe('3SABC');
  });
  test('keeps the draft of a pack over a reload, and starts again from the history when asked', async () => {
    vi.stubGlobal('indexedDB', memoryIndexedDb());
    start();
    await press('Prepare evidence');
    await userEvent.type(await screen.findByLabelText(/Tracking code/), '3SABC');
    await userEvent.click(screen.getByRole('checkbox'));
    cleanup();
    start();
    await press('Prepare evidence');
    await screen.findByText(/^You have a draft, saved in this browser on/);
    const field = screen.getByLabelText<HTMLInputElement>(/Tracking code/);
    expect(field.value).toBe('3SABC');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await press('Delete the draft');
    await waitFor(() => expect(field.value).toBe(''));
    expect(screen.queryByText(/^You have a draft/)).toBeNull();
  });
  const photo = (name: string, place: string | null = null) => ({
    name,
    place,
    url: `/api/photos/${name}`,
    thumbnailUrl: `/api/photos/${name}-small`,
  });
  test('lets staff choose which photos go along, each with its place; none does unless they choose it', async () => {
    const photos = [photo('sold-1'), photo('buyer-1'), photo('seller-2', 'shippingDocumentation')];
    const { sent } = start({}, undefined, {
      [DRAFT]: { pack: PACK, photos },
      [`POST ${EVIDENCE}`]: { success: true, message: 'Evidence submitted' },
    });
    await press('Prepare evidence');
    const dialog = within(await screen.findByRole('dialog'));
    const group = within(await dialog.findByRole('group', { name: 'Photos for the bank' }));
    const select = (name: string) => group.getByLabelText<HTMLSelectElement>(name);
    await waitFor(() => expect(select('From the seller, photo 2').value).toBe('shippingDocumentation'));
    expect([select('As sold, photo 1').value, select('From the buyer, photo 1').value]).toEqual(['', '']);
    expect(group.getByRole('link', { name: 'Open As sold, photo 1' }).getAttribute('href')).toBe('/api/photos/sold-1');
    await userEvent.selectOptions(select('As sold, photo 1'), 'Other');
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit to the bank' }));
    await waitFor(() =>
      expect(actions(sent)).toMatchObject([
        {
          body: {
            photos: [
              { name: 'sold-1', place: 'otherDocument' },
              { name: 'seller-2', place: 'shippingDocumentation' },
            ],
          },
        },
      ]),
    );
  });
  test('says how many photos are too many before it sends anything, and shows why the server refused them', async () => {
    const photos = Array.from({ length: 13 }, (_, place) => photo(`sold-${place + 1}`, 'otherDocument'));
    const { sent } = start({}, undefined, {
      [DRAFT]: { pack: PACK, photos },
      [`POST ${EVIDENCE}`]: json({ message: 'The photos have 6.2 MB together', errors: { photos: ['6.2 MB'] } }, 400),
    });
    await press('Prepare evidence');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('checkbox'));
    await press('Submit to the bank');
    expect(await dialog.findByText('Please choose at most 12 photos, not 13')).toBeTruthy();
    expect(actions(sent)).toEqual([]);
    await userEvent.selectOptions(dialog.getByLabelText('As sold, photo 13'), 'Leave out');
    await press('Submit to the bank');
    expect(await dialog.findByText('The photos have 6.2 MB together')).toBeTruthy();
  });
  test('says when the draft cannot be loaded', async () => {
    start({}, undefined, { [DRAFT]: json({ message: 'no' }, 500) });
    await press('Prepare evidence');
    expect(await screen.findByText('Failed to draft the evidence')).toBeTruthy();
  });
});

describe('ending a chargeback by hand', () => {
  test('is one dialog with a choice, and nothing is preselected', async () => {
    const { sent } = start({}, undefined, { [`POST ${END}`]: { success: true, message: 'Chargeback ended' } });
    await press('End the chargeback');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Rationale'), 'Its letter of 3 March');
    await userEvent.click(dialog.getByRole('button', { name: 'End the chargeback' }));
    expect(await dialog.findByText('Please choose how it ended')).toBeTruthy();
    expect(actions(sent)).toEqual([]);
    await userEvent.click(dialog.getByLabelText(/^Won/));
    await userEvent.click(dialog.getByRole('button', { name: 'End the chargeback' }));
    const body = { chargebackId: 'cb_1', outcome: 'won', rationale: 'Its letter of 3 March', basedOn: 7 };
    await waitFor(() => expect(actions(sent)).toEqual([{ path: END, body }]));
    expect(await screen.findByText('Chargeback ended')).toBeTruthy();
  });
  test('is proposed above the limit', async () => {
    start({ amount: 900, endNeedsConfirmation: true });
    await press('End the chargeback');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/a second staff member must confirm/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Propose it' })).toBeTruthy();
  });

  const pendingEnd = {
    endId: 'end-1',
    outcome: 'lost',
    rationale: 'The bank said so on the telephone',
    proposedBy: { _id: '9'.repeat(32), username: 'colleague' },
    proposedAt: '2026-11-28T09:00:00.000Z',
    confirmBy: '2026-12-01T09:00:00.000Z',
  } as const;
  test('that a colleague proposed is confirmed by name of the proposal, and cannot be proposed again', async () => {
    const path = `${END}/confirm`;
    const allowed = ['EndChargeback', 'ConfirmChargebackEnd', 'RejectChargebackEnd'];
    const { sent } = start({ pendingEnd }, allowed, {
      [`POST ${path}`]: { success: true, message: 'Chargeback ended' },
    });
    const proposal = within(await screen.findByRole('region', { name: 'Proposed end of the chargeback' }));
    expect(proposal.getByText('The bank said so on the telephone')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End the chargeback' })).toBeNull();
    await press('Confirm end of the chargeback');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    const body = { chargebackId: 'cb_1', endId: 'end-1', basedOn: 7 };
    await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
  });

  test('that a colleague proposed is answered with the other outcome', async () => {
    const path = `${END}/counter`;
    const message = 'End of the chargeback proposed. A second member of staff must confirm it.';
    const { sent } = start({ pendingEnd }, ['ConfirmChargebackEnd', 'CounterChargebackEnd'], {
      [`POST ${path}`]: { success: true, message },
    });
    await press('Make a counter-proposal');
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText(/You propose that/)).textContent).toBe(
      'You propose that the chargeback over €89.75 is won.',
    );
    await userEvent.type(dialog.getByLabelText('Rationale'), 'Their letter says so');
    await userEvent.type(dialog.getByLabelText('Why not the proposed end of the chargeback'), 'It was another sale');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose this instead' }));
    const body = {
      chargebackId: 'cb_1',
      endId: 'end-1',
      rationale: 'Their letter says so',
      reason: 'It was another sale',
      basedOn: 7,
    };
    await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
    expect(await screen.findByText(message)).toBeTruthy();
  });
  test('that the reader proposed has no counter-proposal', async () => {
    start({ pendingEnd: { ...pendingEnd, proposedBy: STAFF_PERSON } }, ['RejectChargebackEnd']);
    await screen.findByRole('button', { name: 'Withdraw it' });
    expect(screen.queryByRole('button', { name: 'Make a counter-proposal' })).toBeNull();
  });
});
