// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { DAY } from '#domain/shared/instants.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, type Sent, serve, signedIn, to } from '#tests/support/browser.tsx';
import { drawsPhotos, phonePhoto } from '#tests/support/drawnPhotos.ts';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { later } from '#tests/support/tier.ts';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import { clearSession } from '#web/api/sessionStore.ts';
import { aDispute, aTransaction } from './aSale.ts';

freshBrowser();
beforeEach(uploadByFetch);

let browser = memoryIndexedDb();
beforeEach(() => {
  browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
});
const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.values() ?? [])];

const ID = aTransaction()._id;
const show = (changes: Partial<TransactionDetail>, replies: Record<string, unknown> = {}, search = '') => {
  signedIn();
  const transaction = aTransaction(changes);
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: transaction, ...replies });
  const page = open(`/transactions/${ID}${search}`);
  return { sent, sale: transaction, page };
};
const dialogOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};
const photo = () => new File(['pixels'], 'wing.jpg', { type: 'image/jpeg' });
const posts = (sent: Sent[], path: string) => to(sent, `transaction/${ID}/${path}`);

test('uploads photos before the dispute that names them, and not again on a retry', async () => {
  const answers = [json({ message: 'The archives are busy' }, 503), { success: true, message: 'Dispute opened' }];
  const { sent } = show(
    { allowed: ['OpenDispute'] },
    {
      [`POST transaction/${ID}/evidence`]: { success: true, message: 'Photos uploaded', keys: ['k1'] },
      [`POST transaction/${ID}/dispute`]: () => answers.shift(),
    },
  );
  const dialog = await dialogOf('Open a dispute');
  await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'It arrived damaged');
  await userEvent.type(dialog.getByLabelText('Tell us more'), 'The wing is off');
  await userEvent.upload(dialog.getByLabelText('Photos'), photo());
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  expect((await dialog.findByText('The archives are busy')).closest('[role=alert]')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts(sent, 'evidence')).toHaveLength(1);
  expect(posts(sent, 'dispute').at(-1)!.body).toEqual({
    category: 'DAMAGED',
    claim: '171.15',
    text: 'The wing is off',
    evidence: ['k1'],
  });
});

test('names and leaves out a file that is no photo', async () => {
  show({ allowed: ['OpenDispute'] });
  const dialog = await dialogOf('Open a dispute');
  await userEvent.upload(dialog.getByLabelText('Photos'), photo());
  fireEvent.error(await dialog.findByRole('img', { name: 'wing.jpg' }));
  expect(await dialog.findByText('wing.jpg: We cannot read this file as a picture.')).toBeTruthy();
  expect(dialog.queryByRole('img')).toBeNull();
});

test('shows errors at their fields and sends nothing', async () => {
  const { sent } = show({ allowed: ['OpenDispute'] });
  const dialog = await dialogOf('Open a dispute');
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  await dialog.findByText('Please select what is wrong');
  await dialog.findByText('Please describe what is wrong');
  expect(posts(sent, 'dispute')).toEqual([]);
});

test('requires photos to reject a returned item', async () => {
  const { sent } = show({ role: 'seller', allowed: ['RejectReturn'] });
  const dialog = await dialogOf('Reject the return');
  await userEvent.type(dialog.getByLabelText('What is wrong with it?'), 'An empty box');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject the return' }));
  await dialog.findByText('Evidence is required');
  expect(posts(sent, 'return/reject')).toEqual([]);
});

test('rejects an item that has not arrived without a photo', async () => {
  const { sent } = show(
    { role: 'seller', allowed: ['RejectReturn'] },
    { [`POST transaction/${ID}/return/reject`]: { success: true, message: 'Return rejected' } },
  );
  const dialog = await dialogOf('Reject the return');
  await userEvent.click(dialog.getByLabelText('It has not arrived'));
  await userEvent.type(dialog.getByLabelText('What does the carrier say about the parcel?'), 'No such code');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject the return' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts(sent, 'return/reject').at(-1)!.body).toEqual({
    text: 'No such code',
    evidence: [],
    notArrived: true,
  });
});

test('approves a return with the saved or another address, and says who pays', async () => {
  const { sent } = show(
    { role: 'seller', allowed: ['ApproveReturn'] },
    { [`POST transaction/${ID}/return/approve`]: { success: true, message: 'Return approved' } },
  );
  const dialog = await dialogOf('Approve the return');
  await userEvent.clear(dialog.getByLabelText('Street address'));
  await userEvent.click(dialog.getByRole('button', { name: 'Approve the return' }));
  await dialog.findByText('Street address is required');
  expect(posts(sent, 'return/approve')).toEqual([]);
  for (const [label, typed] of [
    ['Full name', 'Greta Kessler'],
    ['Street address', 'Oude Gracht 12'],
    ['Postal code', '3511 AA'],
    ['City', 'Utrecht'],
  ] as const) {
    await userEvent.clear(dialog.getByLabelText(label));
    await userEvent.type(dialog.getByLabelText(label), typed);
  }
  await userEvent.click(dialog.getByLabelText('I pay for the return shipping'));
  await userEvent.click(dialog.getByRole('button', { name: 'Approve the return' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts(sent, 'return/approve').at(-1)!.body).toMatchObject({
    to: { fullName: 'Greta Kessler', streetAddress1: 'Oude Gracht 12', postalCode: '3511 AA', city: 'Utrecht' },
    sellerPaysPostage: true,
  });
});

test('checks another amount while typing: who gets what, or what is possible', async () => {
  const { sent } = show(
    { role: 'seller', dispute: aDispute(), allowed: ['OfferSettlement'] },
    { [`POST transaction/${ID}/dispute/offer`]: { success: true, message: 'Settlement offered' } },
  );
  const dialog = await dialogOf('Offer an amount');
  await dialog.findByText('€30.00 to the buyer, €133.00 to you, the platform fee of €8.15 is kept.');
  await userEvent.click(dialog.getByLabelText('Another amount'));
  const sum = dialog.getByLabelText('Amount in euros');
  await userEvent.type(sum, '170');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await dialog.findByText('This amount is not possible. Between €0.01 and €163.00, or everything: €171.15.');
  await userEvent.clear(sum);
  await userEvent.type(sum, '42.505');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await dialog.findByText(/^Unclear: for €42,505.00 write 42505/);
  await userEvent.clear(sum);
  await userEvent.type(sum, '42,50');
  await dialog.findByText('€42.50');
  await dialog.findByText('€42.50 to the buyer, €120.50 to you, the platform fee of €8.15 is kept.');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await waitFor(() => expect(posts(sent, 'dispute/offer')[0]?.body).toEqual({ toBuyer: '42.50' }));
});

test('shows both sides of a dispute with enlargeable photos and the decision’s reasons', async () => {
  const evidence = [{ url: '/api/photo?signature=x', thumbnailUrl: '/api/small?signature=x' }];
  show({
    status: 'REFUND_BUYER',
    dispute: aDispute({
      state: 'decided',
      opening: { text: 'The left wing is broken off.', evidence },
      answer: { text: 'It left whole.', evidence: [] },
    }),
    decision: { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: 'The photos show it.' },
  });
  await screen.findByText('The left wing is broken off.');
  screen.getByText('It left whole.');
  screen.getByText('The photos show it.');
  screen.getByText('Decided by our staff:');
  const small = screen.getByRole('button', { name: 'Photos by You, 1 of 1' });
  expect(small.querySelector('img')!.getAttribute('src')).toBe(evidence[0]!.thumbnailUrl);
  await userEvent.click(small);
  const dialog = within(await screen.findByRole('dialog', { name: 'Photos by You' }));
  expect(dialog.getByRole('img').getAttribute('src')).toBe(evidence[0]!.url);
  expect(dialog.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(evidence[0]!.url);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(small));
});

test('shows the party that lost a decision until when it can appeal', async () => {
  const until = new Date(Date.now() + DAY).toISOString();
  const decision = { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: 'The photos show it.' } as const;
  show({
    role: 'seller',
    allowed: ['AppealDecision'],
    dispute: aDispute({ state: 'deferred' }),
    decision: { ...decision, appeals: { buyer: null, seller: until } },
    deadlines: [{ kind: 'decidedRefund', dueAt: until }],
  });
  const panel = within(await screen.findByRole('region', { name: 'Decision' }));
  panel.getByText(
    /^You have until .* to appeal against the decision\. If you do not, the refund is sent to the buyer\.$/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Appeal the decision' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal the decision' }));
  dialog.getByText(/The money stays in escrow until there is a new decision\./);
  dialog.getByText('The buyer and our staff read this');
});

test('keeps the dialog of an appeal with its text if the other party was faster', async () => {
  const until = new Date(Date.now() + DAY).toISOString();
  const decision = { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: 'The photos show it.' } as const;
  const deferred = aTransaction({
    role: 'seller',
    allowed: ['AppealDecision'],
    dispute: aDispute({ state: 'deferred' }),
    decision: { ...decision, appeals: { buyer: until, seller: until } },
    deadlines: [{ kind: 'decidedRefund', dueAt: until }],
  });
  const appealed: TransactionDetail = {
    ...deferred,
    allowed: ['GiveStatement'],
    dispute: aDispute({ state: 'under_review' }),
    decision: { ...decision, appeals: { buyer: null, seller: null } },
    deadlines: [],
  };
  let now = deferred;
  show(deferred, {
    [`GET transaction/${ID}`]: () => now,
    [`POST transaction/${ID}/dispute/appeal`]: () => {
      now = appealed;
      return json({ message: 'This is not possible in the current state of the transaction', code: 'notNow' }, 409);
    },
  });
  const dialog = await dialogOf('Appeal the decision');
  await userEvent.type(dialog.getByLabelText('Why is it wrong?'), 'Look at the box');
  await userEvent.click(dialog.getByRole('button', { name: 'Appeal the decision' }));
  expect(await dialog.findByText(/^Your appeal was not made, and your text is kept here\. This is not/)).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Appeal the decision' })).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Why is it wrong?').value).toBe('Look at the box');
  await screen.findByText('Our staff review the dispute', { ignore: 'script' });
});

test('shows a dismissed claim with its appeal before anything else, and rating is not the gold button', async () => {
  const until = new Date(Date.now() + DAY).toISOString();
  const dismissed = { toBuyer: 0, toSeller: 163, fee: 8.15, by: 'staff', rationale: 'The photos show it.' } as const;
  show({
    status: 'READY_FOR_PAYOUT',
    displayStatus: 'READY_FOR_PAYOUT',
    allowed: ['AppealDecision'],
    dispute: aDispute({ state: 'decided' }),
    decision: { ...dismissed, appeals: { buyer: until, seller: null } },
    deadlines: [{ kind: 'payoutRun', dueAt: until }],
    paymentHistory: [{ status: 'IN_ESCROW', timestamp: until, event: 'ShipmentConfirmed', detail: null }],
  });
  const panel = await screen.findByRole('region', { name: 'Decision' });
  const next = screen.getByRole('region', { name: 'What happens next' });
  expect(panel.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(panel.textContent).toContain('Decided by our staff: €0.00 to you, €163.00 to the seller');
  expect(panel.textContent).toContain('The item stays with you, even if everything is refunded');
  expect(panel.textContent).toMatch(/You can still appeal against the decision until/);
  within(panel).getByRole('button', { name: 'Appeal the decision' });
  expect(screen.getAllByRole('button', { name: 'Appeal the decision' })).toHaveLength(1);
  expect(within(next).queryByText('You rate')).toBeNull();
  within(next).getByText('You appeal');
  expect(screen.getByRole('button', { name: 'Rate seller' }).className).not.toMatch(/primary|gold/);
});

test.each([
  ['there is time', DAY, true, 'Both sides can comment until'],
  ['the time has passed', -DAY, true, 'Both sides could comment until'],
  ['it is withdrawn', DAY, false, undefined],
])('shows with a draft decision until when both can comment while %s', async (_, ms, stands, words) => {
  const until = new Date(Date.now() + ms).toISOString();
  const division = { toBuyer: 30, toSeller: 133, fee: 8.15 };
  const said = { text: 'A part of it goes back.', evidence: [] };
  const heard = {
    kind: 'draft',
    by: 'staff',
    at: '2026-11-25T09:00:00.000Z',
    said,
    party: null,
    until,
    division,
  } as const;
  show({
    dispute: aDispute({ state: 'under_review' }),
    heard: [heard],
    draft: stands ? { ...division, until } : null,
  });
  const panel = await screen.findByRole('region', { name: 'Statements' });
  expect(/Both sides .* until/.exec(panel.textContent ?? '')?.[0]).toBe(words);
});

test.each([
  [{ how: 'withdrawn', at: '2026-11-26T09:00:00.000Z' }, /Withdrawn on 26 Nov 2026.*This draft no longer counts/, true],
  [{ how: 'lapsed', at: '2026-11-26T09:00:00.000Z' }, /Lapsed on 26 Nov 2026.*This draft no longer counts/, true],
  [{ how: 'withdrawn', at: null }, /Withdrawn\. This draft no longer counts/, true],
  [{ how: 'confirmed', at: '2026-11-26T09:00:00.000Z' }, /Confirmed on 26 Nov 2026.*: it is the decision/, false],
] as const)('strikes through a draft that no longer counts: %j', async (ended, words, isVoid) => {
  const said = { text: 'A part of it goes back.', evidence: [] };
  const division = { toBuyer: 80, toSeller: 83, fee: 8.15 };
  const at = '2026-11-25T09:00:00.000Z';
  const until = new Date(Date.now() + DAY).toISOString();
  show({
    dispute: aDispute({ state: 'under_review' }),
    heard: [{ kind: 'draft', by: 'staff', at, said, party: null, until, division, ended }],
  });
  const panel = await screen.findByRole('region', { name: 'Statements' });
  expect(panel.textContent).toMatch(words);
  expect(panel.textContent).toContain('planned to decide');
  expect(panel.textContent).not.toContain('Both sides can comment until');
  const struck = [...panel.querySelectorAll('s')].map(({ textContent }) => textContent);
  expect(struck.some((text) => text?.includes('A part of it goes back.'))).toBe(isVoid);
  expect(struck.some((text) => text?.includes('€80.00'))).toBe(isVoid);
});

test.each([
  ['while it waits', DAY, true, 'Please answer by'],
  ['once the time has passed', -DAY, true, 'To be answered by'],
  ['once it is answered', DAY, false, undefined],
  ['once it is answered late', -DAY, false, undefined],
])('shows a question’s answer deadline %s', async (_, ms, waits, words) => {
  const until = new Date(Date.now() + ms).toISOString();
  const said = { text: 'Have you the box?', evidence: [] };
  const at = '2026-11-25T09:00:00.000Z';
  show({
    dispute: aDispute({ state: 'under_review' }),
    heard: [{ kind: 'question', by: 'staff', at, said, party: 'buyer', until, division: null }],
    questions: { buyer: waits ? until : null, seller: null },
  });
  const panel = await screen.findByRole('region', { name: 'Statements' });
  if (words) expect(panel.textContent).toContain(words);
  else expect(panel.textContent).not.toMatch(/answer(ed)? by/i);
});

test('mentions an open dispute in the heading when escrow is finished', async () => {
  show({ status: 'ESCROW_COMPLETED', displayStatus: 'ESCROW_COMPLETED', dispute: aDispute() });
  await screen.findByText('Dispute Open');
});

later.describe('a half-written claim', () => {
  const DISPUTABLE: Partial<TransactionDetail> = { allowed: ['OpenDispute'] };
  const NAME = 'Open a dispute';
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const write = async () => {
    const dialog = await dialogOf(NAME);
    await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'It arrived damaged');
    await userEvent.click(dialog.getByLabelText('Another amount'));
    await userEvent.type(dialog.getByLabelText('Amount in euros'), '57');
    await userEvent.upload(dialog.getByLabelText('Photos'), photo());
    await userEvent.type(dialog.getByLabelText('Tell us more'), 'The wing is off');
  };
  const isThere = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: NAME }));
    await dialog.findByText(/^You have a draft, saved in this browser on/);
    expect(dialog.getByLabelText<HTMLSelectElement>('What is wrong?').value).toBe('DAMAGED');
    expect(dialog.getByLabelText<HTMLInputElement>('Amount in euros').value).toBe('57');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Tell us more').value).toBe('The wing is off');
    expect(dialog.getByRole('img', { name: 'wing.jpg' })).toBeTruthy();
    return dialog;
  };
  const press = async () => {
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    return isThere();
  };

  test('is closed by Back, which stays on the page, and is restored with its photos', async () => {
    const { page } = show(DISPUTABLE);
    await write();
    await page.goBack();
    await gone();
    expect(page.address()).toBe(`/transactions/${ID}`);
    await press();
  });

  test('is restored after Escape and after Cancel; then Back leaves the page', async () => {
    const { page } = show(DISPUTABLE);
    await write();
    await userEvent.keyboard('{Escape}');
    await gone();
    const dialog = await press();
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    await gone();
    await waitFor(() => expect(page.address()).toBe(`/transactions/${ID}`));
    await page.goBack();
    await waitFor(() => expect(page.address()).toBe('/about'));
  });

  test('is restored after a reload, until it is started again', async () => {
    const { page } = show(DISPUTABLE);
    await write();
    const search = new URL(page.address(), window.location.origin).search;
    cleanup();
    await waitFor(() => expect(drafts()).toHaveLength(1));
    const again = show(DISPUTABLE, {}, search);
    const dialog = await isThere();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete the draft' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Tell us more').value).toBe('');
    expect(dialog.queryByRole('img')).toBeNull();
    expect(dialog.queryByText(/^You have a draft/)).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
    await waitFor(() => expect(drafts()).toEqual([]));
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(again.page.address()).toBe(`/transactions/${ID}`);
  });

  test('is no longer a draft once it is sent', async () => {
    const { sent } = show(DISPUTABLE, {
      [`POST transaction/${ID}/evidence`]: { success: true, message: 'Photos uploaded', keys: ['k1'] },
      [`POST transaction/${ID}/dispute`]: { success: true, message: 'Dispute opened' },
    });
    await write();
    await userEvent.keyboard('{Escape}');
    await gone();
    await waitFor(() => expect(drafts()).toHaveLength(1));
    const dialog = await press();
    await userEvent.click(dialog.getByRole('button', { name: NAME }));
    await gone();
    expect(posts(sent, 'dispute')[0]?.body).toMatchObject({ text: 'The wing is off', evidence: ['k1'] });
    expect(drafts()).toEqual([]);
  });

  test('is restored, and reported as failed, if Back was pressed while sending', async () => {
    let refuse: (answer: Response) => void = () => undefined;
    const refused = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    const { page } = show(DISPUTABLE, {
      [`POST transaction/${ID}/evidence`]: { success: true, message: 'Photos uploaded', keys: ['k1'] },
      [`POST transaction/${ID}/dispute`]: refused,
    });
    await write();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: NAME }));
    await page.goBack();
    await gone();
    refuse(json({ message: 'The archives are busy' }, 503));
    expect(await screen.findByText('The archives are busy')).toBeTruthy();
    expect(page.address()).toBe(`/transactions/${ID}`);
    await press();
  });

  test('is deleted by a sign-out during typing', async () => {
    show(DISPUTABLE);
    await write();
    clearSession();
    await gone();
    expect(drafts()).toEqual([]);
  });
});

test('opens nothing for a step that this sale does not offer', async () => {
  show({ allowed: ['OpenDispute'] }, {}, '?act=appeal');
  await screen.findByRole('button', { name: 'Open a dispute' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shrinks a phone photo before it becomes evidence', async () => {
  drawsPhotos(50);
  show({ allowed: ['OpenDispute'] });
  const dialog = await dialogOf('Open a dispute');
  await userEvent.upload(dialog.getByLabelText('Photos'), phonePhoto());
  expect(await dialog.findByRole('img', { name: 'phone.jpg' })).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Open a dispute' }).disabled).toBe(false);
});
