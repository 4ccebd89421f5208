// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import { CARRIER_NAMES } from '#domain/shared/carriers.ts';
import {
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
} from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { later } from '#tests/support/tier.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import { aTransaction } from './aSale.ts';

freshBrowser();

const ID = aTransaction()._id;
const SELLER = aTransaction().seller._id;
const silent = () => json({}, 400);
const spoken = () => json({ message: 'the vault is sealed' }, 400);

const start = (changes: Partial<TransactionDetail>, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: () => aTransaction(changes), ...replies });
  open(`/transactions/${ID}`);
  return { sent, commands: () => sent.filter(({ method }) => method !== 'GET') };
};

/** Presses the button and returns the dialog that it opens. */
const press = async (name: string, role: 'dialog' | 'alertdialog' = 'dialog') => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole(role));
};
const toast = (text: string) =>
  waitFor(() => {
    const said = [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);
    expect(said).toContain(text);
  });

const TO_SHIP: Partial<TransactionView> = {
  role: 'seller',
  status: 'AWAIT_SHIPPING',
  displayStatus: 'AWAIT_SHIPPING',
  amount: 50,
  allowed: ['ConfirmShipment', 'Cancel'],
};
const IN_ESCROW: Partial<TransactionView> = { allowed: ['ConfirmDelivery', 'PauseEscrow'] };
const RATABLE: Partial<TransactionView> = {
  status: 'READY_FOR_PAYOUT',
  displayStatus: 'READY_FOR_PAYOUT',
  allowed: [],
};

describe('a question before an action', () => {
  const questions: [string, Partial<TransactionView>, string, 'dialog' | 'alertdialog', string, string][] = [
    [
      'a cancellation',
      TO_SHIP,
      'Cancel sale',
      'dialog',
      'Are you sure you want to cancel this transaction? This will refund the buyer.',
      'Keep it',
    ],
    [
      'a cancellation of what is not paid',
      {
        ...TO_SHIP,
        status: 'PAYMENT_PENDING',
        displayStatus: 'PAYMENT_PENDING',
        paymentHistory: [],
        allowed: ['Cancel'],
      },
      'Cancel sale',
      'dialog',
      'Are you sure you want to cancel this transaction?',
      'Keep it',
    ],
    [
      'a shipment',
      TO_SHIP,
      'Confirm shipment',
      'dialog',
      'Are you sure you want to confirm that you have shipped this item? This action cannot be undone.',
      'Cancel',
    ],
    [
      'an arrival',
      IN_ESCROW,
      'Confirm arrival',
      'alertdialog',
      'Are you sure you want to confirm the arrival of this item? This action cannot be undone.',
      'Cancel',
    ],
  ];

  test.each(questions)(
    'asks about %s in its own words, and sends nothing on a no [D2-272] [D2-273] [D2-274] [D2-275]',
    async (_, sale, button, role, question, no) => {
      const { commands } = start(sale);
      const dialog = await press(button, role);
      expect(dialog.getByText(question)).toBeTruthy();
      await userEvent.click(dialog.getByRole('button', { name: no }));
      await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
      expect(commands()).toEqual([]);
    },
  );
});

describe('cancelling', () => {
  const cancel = `POST transaction/${ID}/cancel`;

  test('preselects the unavailable listing, requires details for another reason, and sends the answers [D2-233] [D2-232] [D2-142] [D2-340]', async () => {
    const { commands } = start(TO_SHIP, {
      [cancel]: { message: 'x', transaction: aTransaction({ ...TO_SHIP, status: 'REFUND_BUYER', allowed: [] }) },
    });
    const dialog = await press('Cancel sale');
    const reason = dialog.getByLabelText<HTMLSelectElement>('Reason for cancellation');
    expect(reason.value).toBe('UNAVAILABLE');
    expect(dialog.queryByLabelText('Details')).toBeNull();
    await userEvent.selectOptions(reason, 'OTHER');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    expect(await dialog.findByText('Please provide details for the cancellation reason')).toBeTruthy();
    expect(commands()).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Details'), 'The dog ate it');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    await toast('Transaction cancellation initiated successfully!');
    expect(commands()[0]?.body).toEqual({ reason: 'OTHER', otherReason: 'The dog ate it' });
  });

  test('offers the three specified reasons [D2-234] [D2-235] [D2-236]', async () => {
    start(TO_SHIP);
    const dialog = await press('Cancel sale');
    const { options } = dialog.getByLabelText<HTMLSelectElement>('Reason for cancellation');
    expect([...options].map(({ value, text }) => [value, text])).toEqual([
      ['UNAVAILABLE', 'Listing no longer available'],
      ['SHIPPING_ISSUES', 'Issues with shipping (e.g., shipping cost, delivery address)'],
      ['OTHER', 'Other'],
    ]);
  });

  test('reports an unpaid cancellation as done, not as begun [D2-340]', async () => {
    const unpaid: Partial<TransactionView> = { status: 'CREATED', paymentHistory: [], allowed: ['Cancel'] };
    start(unpaid, { [cancel]: { message: 'x', transaction: aTransaction({ status: 'CANCELLED', allowed: [] }) } });
    const dialog = await press('Cancel purchase');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel purchase' }));
    await toast('Transaction cancelled successfully');
  });

  test('shows a failure in the server’s words or its own [D2-339]', async () => {
    const reply = vi.fn(silent);
    start(TO_SHIP, { [cancel]: reply });
    const dialog = await press('Cancel sale');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to cancel transaction');
    reply.mockImplementation(spoken);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    expect(await dialog.findByText('the vault is sealed')).toBeTruthy();
  });

  test('cannot be sent for a transaction without an id [D2-338]', async () => {
    const { commands } = start({ ...TO_SHIP, _id: '' });
    const dialog = await press('Cancel sale');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    expect(await dialog.findByText('Unable to identify transaction')).toBeTruthy();
    expect(commands()).toEqual([]);
  });

  test('shows the new state at once and requests the written event without a reload [D2-201]', async () => {
    let sale = aTransaction(TO_SHIP);
    const { sent } = start(TO_SHIP, {
      [`GET transaction/${ID}`]: () => sale,
      [cancel]: () => {
        sale = aTransaction({ ...TO_SHIP, status: 'REFUND_BUYER', displayStatus: 'REFUND_BUYER', allowed: [] });
        return json({ message: 'x', transaction: sale }, 200, { 'X-Position': '00000000000000000042' });
      },
    });
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
    const dialog = await press('Cancel sale');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    await waitFor(() => expect(document.querySelector('.tx-head .badge')?.textContent).toBe('Refund Pending'));
    expect(screen.queryByRole('button', { name: 'Cancel sale' })).toBeNull();
    await waitFor(() => {
      const posted = sent.findIndex(({ method }) => method === 'POST');
      const again = sent.slice(posted).find(({ path, method }) => path === `transaction/${ID}` && method === 'GET');
      expect(again?.headers.get('X-Min-Position')).toBe('00000000000000000042');
    });
    expect(reload).not.toHaveBeenCalled();
    reload.mockRestore();
  });
});

describe('confirming the shipment', () => {
  test('says when it is done [D2-334]', async () => {
    const shipped = aTransaction({ role: 'seller', allowed: [] });
    const { commands } = start(TO_SHIP, {
      [`POST transaction/${ID}/confirm-shipment`]: { message: 'x', transaction: shipped },
    });
    const dialog = await press('Confirm shipment');
    await userEvent.type(dialog.getByLabelText(/Tracking code/), ' 3STEST ');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm shipment' }));
    await toast('Shipment confirmed successfully');
    expect(commands()[0]?.body).toEqual({ trackingCode: '3STEST', carrier: null });
  });

  test('offers trackable carriers and doubts a code that fits none', async () => {
    const { commands } = start(TO_SHIP, {
      [`POST transaction/${ID}/confirm-shipment`]: { message: 'x', transaction: aTransaction({ role: 'seller' }) },
    });
    const dialog = await press('Confirm shipment');
    const carrier = dialog.getByLabelText<HTMLInputElement>(/Carrier/);
    expect([...(carrier.list?.options ?? [])].map(({ value }) => value)).toEqual(CARRIER_NAMES);
    await userEvent.type(dialog.getByLabelText(/Tracking code/), '123');
    await userEvent.type(carrier, 'dpd');
    expect(dialog.getByText('Codes of DPD are 14 digits. Please compare it.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm shipment' }));
    await toast('Shipment confirmed successfully');
    expect(commands()[0]?.body).toEqual({ trackingCode: '123', carrier: 'dpd' });
  });

  test('shows a failure [D2-333]', async () => {
    start(TO_SHIP, { [`POST transaction/${ID}/confirm-shipment`]: silent });
    const dialog = await press('Confirm shipment');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm shipment' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to confirm shipment');
  });
});

describe('confirming the arrival', () => {
  const released = aTransaction({ ...RATABLE });
  const confirm = { [`POST transaction/${ID}/confirm-delivery`]: { message: 'x', transaction: released } };

  test('reminds of the rating on the detail page [D2-332] [D2-331]', async () => {
    start(IN_ESCROW, confirm);
    const dialog = await press('Confirm arrival', 'alertdialog');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm arrival' }));
    await toast("Delivery confirmed successfully Don't forget to rate the seller!");
  });

  test('counts as done with an empty answer [D2-282]', async () => {
    start(IN_ESCROW, { [`POST transaction/${ID}/confirm-delivery`]: () => new Response(null, { status: 204 }) });
    const dialog = await press('Confirm arrival', 'alertdialog');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm arrival' }));
    await toast("Delivery confirmed successfully Don't forget to rate the seller!");
  });

  test.each<[string, () => unknown, string]>([
    ['done after all', () => aTransaction({ status: 'ESCROW_COMPLETED', allowed: [] }), ''],
    ['not done', () => aTransaction(IN_ESCROW), 'Failed to confirm delivery. Please try again.'],
    ['not to be asked about', silent, 'An unexpected error occurred. Please try again.'],
  ])('is checked once a second after a failure: %s [D2-327] [D2-328] [D2-329] [D2-330]', async (_, again, words) => {
    let failedAt = 0;
    const asked: number[] = [];
    const answer = () => {
      if (failedAt === 0) return aTransaction(IN_ESCROW);
      asked.push(performance.now() - failedAt);
      return again();
    };
    start(IN_ESCROW, {
      [`GET transaction/${ID}`]: answer,
      [`GET transaction/${ID}/details`]: answer,
      [`POST transaction/${ID}/confirm-delivery`]: () => {
        failedAt = performance.now();
        return json({ message: 'the vault is sealed' }, 500);
      },
    });
    const dialog = await press('Confirm arrival', 'alertdialog');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm arrival' }));
    if (words) {
      expect((await dialog.findByRole('alert')).textContent).toBe(words);
      await toast(words);
    } else {
      await toast("Delivery confirmed successfully Don't forget to rate the seller!");
      expect(screen.queryByRole('alertdialog')).toBeNull();
    }
    expect(asked[0]).toBeGreaterThan(990);
  });

  test.each([
    ['IN_ESCROW_DISPUTED', 'This closes the dispute, and you get no refund.'],
    ['RETURN_IN_PROGRESS', 'This ends the return, and you keep the item.'],
  ])('says during %s what it ends, and is not the primary action', async (displayStatus, ends) => {
    start({ ...IN_ESCROW, displayStatus });
    const button = await screen.findByRole('button', { name: 'Confirm arrival' });
    expect(button.className).not.toContain('btn-primary');
    expect((await press('Confirm arrival', 'alertdialog')).getByText(ends)).toBeTruthy();
  });

  test('is otherwise the primary action and ends nothing', async () => {
    start(IN_ESCROW);
    expect((await screen.findByRole('button', { name: 'Confirm arrival' })).className).toContain('btn-primary');
    expect((await press('Confirm arrival', 'alertdialog')).queryByText(/ends with it/)).toBeNull();
  });

  test('does not remind of the rating on a card [D2-331]', async () => {
    signedIn();
    serve({
      ...MEMBER_REPLIES,
      'GET user/profile': { ...MARTA, bankAccount: { verified: false } },
      'GET transaction/history': { transactions: [aTransaction(IN_ESCROW)], totalCount: 1, hasMore: false },
      ...confirm,
    });
    open('/transactions');
    const dialog = await press('Confirm arrival', 'alertdialog');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm arrival' }));
    await toast('Delivery confirmed successfully');
  });
});

describe('rating', () => {
  const rate = `POST user/${SELLER}/rate`;

  test('preselects five stars and sends a whole number from 1 to 5 with the transaction [D2-237] [D2-143] [D2-012]', async () => {
    const { commands } = start(RATABLE, { [rate]: { success: true } });
    const dialog = await press('Rate seller');
    const stars = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(stars.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(stars.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['5']);
    await userEvent.click(dialog.getByRole('radio', { name: '2 stars' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit rating' }));
    await toast('Rating submitted successfully');
    expect(commands()[0]?.body).toEqual({ rating: 2, transactionId: ID });
  });

  test('sends the text along, and keeps it after a failure for a retry', async () => {
    let failing = true;
    const { commands } = start(RATABLE, { [rate]: () => (failing ? silent() : { success: true }) });
    const dialog = await press('Rate seller');
    const words = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'In your words (optional)' });
    fireEvent.input(words, { target: { value: 'x'.repeat(1_001) } });
    expect((await dialog.findByRole('alert')).textContent).toContain('1,000 characters');
    await userEvent.clear(words);
    await userEvent.type(words, ' Well packed. ');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit rating' }));
    await dialog.findByRole('alert');
    failing = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Submit rating' }));
    await toast('Rating submitted successfully');
    const body = { rating: 5, transactionId: ID, review: 'Well packed.' };
    expect(commands().map((sent) => sent.body)).toEqual([body, body]);
  });

  later.test.each([
    ['with stars', false, 'Rate seller', 'Submit rating'],
    ['of words alone', true, 'Write a review', 'Publish review'],
  ] as const)('restores a half-written review %s until it is sent', async (_, sellerRated, name, send) => {
    const browser = memoryIndexedDb();
    vi.stubGlobal('indexedDB', browser);
    const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.values() ?? [])];
    const changes = { ...RATABLE, sellerRated };
    start(changes, { [rate]: { success: true } });
    const begun = await press(name);
    if (!sellerRated) await userEvent.click(begun.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(begun.getByRole('textbox'), 'Well packed.');
    cleanup();
    await waitFor(() => expect(drafts()).toHaveLength(1));
    const { commands } = start(changes, { [rate]: { success: true } });
    const dialog = await press(name);
    await dialog.findByText(/^You have a draft, saved in this browser on/);
    await userEvent.click(dialog.getByRole('button', { name: send }));
    await waitFor(() => expect(drafts()).toEqual([]));
    const stars = sellerRated ? {} : { rating: 4 };
    expect(commands().map(({ body }) => body)).toEqual([{ ...stars, transactionId: ID, review: 'Well packed.' }]);
  });

  test('can be followed by a text alone', async () => {
    const { commands } = start({ ...RATABLE, sellerRated: true }, { [rate]: { success: true } });
    const dialog = await press('Write a review');
    expect(dialog.queryByRole('radio')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish review' }));
    expect(await dialog.findByText('Please write something')).toBeTruthy();
    expect(commands()).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'In your words' }), 'Well packed.');
    await userEvent.click(dialog.getByRole('button', { name: 'Publish review' }));
    await toast('Your review is published');
    expect(commands().map(({ body }) => body)).toEqual([{ transactionId: ID, review: 'Well packed.' }]);
  });

  test('shows a failure [D2-336]', async () => {
    start(RATABLE, { [rate]: silent });
    const dialog = await press('Rate seller');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit rating' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to submit rating');
  });

  test('needs to know the seller [D2-239] [D2-335]', async () => {
    const { commands } = start({ ...RATABLE, seller: { _id: '', username: 'atelier_ruiz' } });
    const dialog = await press('Rate seller');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit rating' }));
    expect(await dialog.findByText('Unable to identify seller')).toBeTruthy();
    expect(commands()).toEqual([]);
  });
});

test.each(['on its own page', 'on its card'])(
  'closes a dialog %s with Back and restores the typed text when reopened',
  async (place) => {
    signedIn();
    serve({
      ...MEMBER_REPLIES,
      'GET user/profile': { ...MARTA, bankAccount: { verified: false } },
      'GET transaction/history': { transactions: [aTransaction(IN_ESCROW)], totalCount: 1, hasMore: false },
      [`GET transaction/${ID}`]: aTransaction(IN_ESCROW),
    });
    const path = place === 'on its card' ? '/transactions?tab=purchases' : `/transactions/${ID}`;
    const page = open(path);
    const dialog = await press('Pause Escrow');
    await userEvent.type(dialog.getByLabelText('Reason for pausing escrow'), ', and I am away');
    await page.goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.address()).toBe(path);
    const again = await press('Pause Escrow');
    expect(again.getByLabelText<HTMLTextAreaElement>('Reason for pausing escrow').value).toBe(
      'Item not yet received, and I am away',
    );
  },
);

describe('resuming', () => {
  const resume = `POST transaction/${ID}/resume-escrow`;
  const STANDS = 'The escrow countdown stays paused then, because';
  const PAUSED: Partial<TransactionDetail> = {
    escrowStatus: { isPaused: true, pauseReason: 'It is lost' },
    escrowEndDate: null,
    allowed: ['ResumeEscrow'],
  };
  test.each<[string, Partial<TransactionDetail>, string, string]>([
    [
      'alone',
      { displayStatus: 'IN_ESCROW_PAUSED' },
      'The escrow countdown then continues with at least',
      'The escrow clock is running again',
    ],
    ['beside a dispute', { displayStatus: 'IN_ESCROW_DISPUTED' }, `${STANDS} a dispute is open`, 'The pause has ended'],
    ['beside a return', { displayStatus: 'RETURN_IN_PROGRESS' }, `${STANDS} a return is open`, 'The pause has ended'],
    [
      'beside a hold',
      { displayStatus: 'IN_ESCROW_PAUSED', holds: ['staff'] },
      `${STANDS} our staff look at the sale`,
      'The pause has ended',
    ],
  ])('says before and after a pause %s whether the clock runs [L-033] [L-084]', async (_, changes, before, after) => {
    start({ ...PAUSED, ...changes }, { [resume]: { message: 'x', transaction: aTransaction({ allowed: [] }) } });
    expect((await screen.findAllByText((text) => text.startsWith(before))).length).toBeGreaterThan(0);
    const dialog = await press('Resume escrow', 'alertdialog');
    const said = dialog.getByText((text) => text.startsWith(before)).textContent;
    expect(/the money goes to the seller/.test(said ?? '')).toBe(after === 'The escrow clock is running again');
    await userEvent.click(dialog.getByRole('button', { name: 'Resume escrow' }));
    await toast(after);
  });
});

describe('pausing on the detail page', () => {
  const pause = `POST transaction/${ID}/pause-escrow`;

  test('preselects the usual reason and offers to write to the seller [D2-104] [D2-341]', async () => {
    const paused = aTransaction({ escrowStatus: { isPaused: true, pauseReason: 'x' }, allowed: [] });
    const { commands } = start(IN_ESCROW, {
      [pause]: ({ body }: Sent) => ({ message: 'x', transaction: paused, body }),
    });
    const dialog = await press('Pause Escrow');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason for pausing escrow').value).toBe('Item not yet received');
    await userEvent.click(dialog.getByRole('button', { name: 'Pause Escrow' }));
    await toast('Escrow PausedPlease contact atelier_ruiz and say what is missing.');
    expect(commands()[0]?.body).toEqual({ reason: 'Item not yet received' });
  });

  test('shows a failure as an error [D2-342]', async () => {
    start(IN_ESCROW, { [pause]: silent });
    const dialog = await press('Pause Escrow');
    await userEvent.click(dialog.getByRole('button', { name: 'Pause Escrow' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to pause escrow');
    await toast('ErrorFailed to pause escrow');
  });
});
