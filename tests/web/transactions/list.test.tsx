// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { TransactionView } from '#application/contract/transactions.ts';
import {
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { aTransaction } from './aSale.ts';

freshBrowser();

const profile = (feeAccepted: boolean, verified: boolean) => ({
  ...MARTA,
  platformAgreements: { termsAccepted: true, feeAccepted },
  bankAccount: { verified },
});
const numbered = (number: number, changes: Partial<TransactionView> = {}) =>
  aTransaction({
    _id: number.toString(16).padStart(32, '0'),
    listing: { _id: 'd'.repeat(32), title: `Figure ${number}`, images: [] },
    ...changes,
  });
const page = (transactions: TransactionView[], totalCount = transactions.length, hasMore = false) => ({
  transactions,
  totalCount,
  hasMore,
});

/** Requests with one sale per page only count. */
const isCount = ({ query }: Sent) => query.get('limit') === '1';
const asked = (sent: Sent[]) => to(sent, 'transaction/history').filter((call) => !isCount(call));

const start = (path = '/transactions', replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': profile(true, true),
    'GET transaction/history': page([]),
    ...replies,
  });
  return { sent, page: open(path) };
};

const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const cards = async () => (await screen.findAllByRole('heading', { level: 3 })).map((title) => title.closest('li')!);

describe('the two tabs', () => {
  test('show purchases first, each tab with its own list, and keep the choice in the URL [D2-033] [D2-043] [D2-044]', async () => {
    const { sent, page: opened } = start();
    expect(await screen.findByRole('heading', { level: 1, name: 'My Transactions' })).toBeTruthy();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Purchases', 'Sales']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Purchases');
    expect(screen.getByRole('heading', { level: 2, name: 'Exchange Records' })).toBeTruthy();
    await waitFor(() => expect(asked(sent).at(-1)?.query.get('type')).toBe('purchase'));
    await userEvent.click(tabs[1]!);
    expect(opened.address()).toBe('/transactions?tab=sales');
    expect(await screen.findByRole('heading', { level: 2, name: 'Exchange Records' })).toBeTruthy();
    await waitFor(() => expect(asked(sent).at(-1)?.query.get('type')).toBe('sale'));
  });

  test('count their entries, and an empty tab has no badge [D2-045]', async () => {
    start('/transactions', {
      'GET transaction/history': ({ query }: Sent) => page([], query.get('type') === 'purchase' ? 3 : 0),
    });
    const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    await waitFor(() => expect(tabs()).toEqual(['Purchases3', 'Sales']));
  });

  const waiting = (...roles: TransactionView['role'][]) =>
    page(
      roles.map((role, place) =>
        numbered(place, { role, needs: [{ kind: 'shipment', dueAt: `2026-11-2${place}T10:00:00.000Z` }] }),
      ),
    );

  test.each<{ roles: TransactionView['role'][]; tab: string; told: string[] }>([
    { roles: ['seller', 'seller'], tab: 'Sales', told: ['Purchases', 'Sales2 waiting'] },
    { roles: ['seller', 'buyer'], tab: 'Sales', told: ['Purchases1 waiting', 'Sales1 waiting'] },
    { roles: ['buyer', 'seller'], tab: 'Purchases', told: ['Purchases1 waiting', 'Sales1 waiting'] },
  ])('open with the most urgent task, and show how many there are: $roles', async ({ roles, tab, told }) => {
    const { sent } = start('/transactions', { 'GET transaction/needs-you': waiting(...roles) });
    const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    await waitFor(() => expect(tabs()).toEqual(told));
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain(tab);
    await waitFor(() => expect(asked(sent)).toHaveLength(1));
    expect(asked(sent)[0]?.query.get('type')).toBe(tab === 'Sales' ? 'sale' : 'purchase');
  });

  test('open as the URL says, whatever is urgent', async () => {
    start('/transactions?tab=purchases', { 'GET transaction/needs-you': waiting('seller') });
    expect((await screen.findByRole('tab', { name: /1 waiting/ })).getAttribute('aria-selected')).toBe('false');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Purchases');
  });

  test('open with the purchases if the tasks are unknown', async () => {
    const { sent } = start('/transactions', { 'GET transaction/needs-you': json({ message: 'x' }, 500) });
    await waitFor(() => expect(asked(sent)[0]?.query.get('type')).toBe('purchase'));
  });

  test('have filters for status and date, and a change returns to page 1 [D2-046] [D2-047] [D2-050]', async () => {
    const { sent, page: opened } = start('/transactions?tab=sales', {
      'GET transaction/history': ({ query }: Sent) => {
        if (query.get('status')) return page([numbered(9)]);
        return page([numbered(Number(query.get('page')))], 2, query.get('page') === '1');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(titles()).toEqual(['Figure 1', 'Figure 2']));
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options('Status')).toContain('Ready for Payout');
    expect(options('Date')).toEqual(['All time', 'Past week', 'Past month', 'Past year']);
    expect(screen.getByLabelText<HTMLSelectElement>('Date').value).toBe('all');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'COMPLETED');
    await waitFor(() => expect(titles()).toEqual(['Figure 9']));
    expect(Object.fromEntries(asked(sent).at(-1)!.query)).toEqual({
      type: 'sale',
      status: 'COMPLETED',
      page: '1',
      limit: '10',
    });
    await userEvent.selectOptions(screen.getByLabelText('Date'), 'month');
    await waitFor(() => expect(asked(sent).at(-1)?.query.get('dateRange')).toBe('month'));
    await userEvent.click(screen.getByRole('tab', { name: /Purchases/ }));
    expect(opened.address()).toBe('/transactions?tab=purchases');
    expect(options('Status')).toContain('Refunded');
    expect(options('Date')).toHaveLength(4);
  });
});

describe('the list', () => {
  test('keeps the order of the answer, and Load More appends ten while there are more [D2-048] [D2-049] [D2-401]', async () => {
    const { sent } = start('/transactions', {
      'GET transaction/history': ({ query }: Sent) => {
        const second = query.get('page') === '2';
        return page(second ? [numbered(3)] : [numbered(1), numbered(2)], 3, !second);
      },
    });
    const more = await screen.findByRole('button', { name: 'Load More' });
    expect(titles()).toEqual(['Figure 1', 'Figure 2']);
    expect(asked(sent)[0]?.query.get('limit')).toBe('10');
    await userEvent.click(more);
    await waitFor(() => expect(titles()).toEqual(['Figure 1', 'Figure 2', 'Figure 3']));
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  test('offers All and ten statuses, without awaiting shipping and refund pending [D2-173] [D2-174]', async () => {
    const { sent, page: opened } = start();
    const status = await screen.findByLabelText<HTMLSelectElement>('Status');
    expect(status.value).toBe('all');
    expect([...status.options].map(({ value, text }) => [value, text])).toEqual([
      ['all', 'All'],
      ['CREATED', 'Created'],
      ['PAYMENT_PENDING', 'Payment Pending'],
      ['PAYMENT_FAILED', 'Payment Failed'],
      ['IN_ESCROW', 'In Escrow'],
      ['ESCROW_COMPLETED', 'Escrow Completed'],
      ['READY_FOR_PAYOUT', 'Ready for Payout'],
      ['PAYOUT_INITIATED', 'Payout Initiated'],
      ['COMPLETED', 'Completed'],
      ['CANCELLED', 'Cancelled'],
      ['REFUNDED', 'Refunded'],
    ]);
    await userEvent.selectOptions(status, 'Escrow Completed');
    await waitFor(() => expect(asked(sent).at(-1)?.query.get('status')).toBe('ESCROW_COMPLETED'));
    await userEvent.selectOptions(status, 'All');
    expect(opened.address()).toBe('/transactions');
  });

  test('treats a bare array as the whole list [D2-140]', async () => {
    start('/transactions', { 'GET transaction/history': [numbered(1), numbered(2)] });
    await waitFor(() => expect(screen.getAllByRole('tab')[0]?.textContent).toBe('Purchases2'));
    await waitFor(() => expect(titles()).toEqual(['Figure 1', 'Figure 2']));
    expect(screen.getByText('Showing 2 of 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  test('says when it is empty [D2-051]', async () => {
    start();
    expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeTruthy();
    expect(screen.getByText('No artifacts have been exchanged yet')).toBeTruthy();
  });

  test('is cleared when its first page fails, and kept when a later one does [D2-315] [D2-316]', async () => {
    const failed = () => json({ message: 'the vault is sealed' }, 400);
    start('/transactions', {
      'GET transaction/history': ({ query }: Sent) => {
        if (query.get('status')) return failed();
        return query.get('page') === '2' ? failed() : page([numbered(1)], 2, true);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load transactions');
    expect(titles()).toEqual(['Figure 1']);
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'COMPLETED');
    expect(await screen.findByRole('heading', { name: 'Failed to load transactions' })).toBeTruthy();
    expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the Sales tab', () => {
  const BECOME = 'To view your sales and receive payments, you need to become a seller by accepting our seller terms.';
  const ADD =
    'To view your sales and start receiving payments, you need to add your banking details. This information is encrypted and stored securely.';
  test('requests no sales if it is unknown whether the member sells, and says so [D2-359]', async () => {
    const { sent } = start('/transactions?tab=sales', { 'GET user/profile': json({}, 400) });
    expect(await screen.findByRole('heading', { name: 'Failed to load user profile' })).toBeTruthy();
    expect(to(sent, 'transaction/history').filter(({ query }) => query.get('type') === 'sale')).toEqual([]);
  });
  test('shows a loader until it is known, without requesting sales [D2-052]', async () => {
    let know: (value: unknown) => void = () => undefined;
    const answer = new Promise((resolve) => {
      know = resolve;
    });
    const { sent } = start('/transactions?tab=sales', { 'GET user/profile': answer });
    expect(await screen.findByRole('list', { name: 'Accessing the archives...' })).toBeTruthy();
    expect(to(sent, 'transaction/history').filter(({ query }) => query.get('type') === 'sale')).toEqual([]);
    know(profile(true, true));
    expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeTruthy();
  });

  test('shows the sales of a seller with accepted terms and a verified bank account [D2-056]', async () => {
    const { sent } = start('/transactions?tab=sales', {
      'GET transaction/history': page([numbered(7, { role: 'seller' })]),
    });
    await waitFor(() => expect(titles()).toEqual(['Figure 7']));
    expect(asked(sent).at(-1)?.query.get('type')).toBe('sale');
    expect(screen.queryByText(/^To view your sales/)).toBeNull();
  });

  test.each([
    ['the seller terms', false, false, 'Become a Seller', BECOME],
    ['the bank details', true, false, 'Add bank details', ADD],
  ])(
    'asks for %s and leads to the seller settings [D2-053] [D2-054] [D2-055] [D2-265]',
    async (_, fee, bank, button, text) => {
      const { sent, page: opened } = start('/transactions?tab=sales', {
        'GET user/profile': profile(fee, bank),
        'GET seller/status': json({}, 400),
      });
      expect(await screen.findByText(text)).toBeTruthy();
      expect(asked(sent)).toEqual([]);
      await userEvent.click(screen.getByRole('link', { name: button }));
      await waitFor(() => expect(opened.address()).toBe('/settings?tab=seller'));
    },
  );
});

describe('a card', () => {
  const image = { original: 'a.webp', thumbnail: 'a-thumb.webp', s3Key: 'listings/1', width: 4, height: 3 };
  const card = async (changes: Partial<TransactionView> = {}, path = '/transactions') => {
    const opened = start(path, { 'GET transaction/history': page([aTransaction(changes)]) });
    const [only] = await cards();
    return { ...opened, card: within(only as HTMLElement), element: only as HTMLElement };
  };

  test('shows listing, short id, date in British English and status [D2-057] [D2-058] [D2-059] [D2-060] [D2-404]', async () => {
    const { card: transaction, element } = await card({
      createdAt: '2025-05-07T10:00:00.000Z',
      listing: { _id: 'd'.repeat(32), title: 'Vharoth', images: [image] },
    });
    expect(transaction.getByRole('heading', { name: 'Vharoth' })).toBeTruthy();
    expect(element.querySelector('img')?.getAttribute('src')).toBe('/files/listings/1/a-thumb.webp');
    expect(transaction.getByText('TX7K2M9QPD')).toBeTruthy();
    expect(element.querySelector('time')?.textContent).toBe('7 May 2025');
    expect(element.querySelector('.badge')?.textContent).toBe('In Escrow');
  });

  test('shows a status unknown to this version as Created [D2-172]', async () => {
    const { element } = await card({ displayStatus: 'HAUNTED' as TransactionView['displayStatus'] });
    expect(element.querySelector('.badge')?.textContent).toBe('Created');
  });

  test('computes a missing fee by the formula, and missing shipping as the rest of the payment [D2-369] [D2-374]', async () => {
    const { platformFee: _, shippingCost: _shipping, ...rest } = aTransaction();
    const opened = start('/transactions', {
      'GET transaction/history': { transactions: [rest], totalCount: 1, hasMore: false },
    });
    const [only] = await cards();
    expect(lines(only as HTMLElement)).toEqual([
      ['Item Price', '€148.00'],
      ['Escrow fee', '€8.15'],
      ['Shipping Cost', '€15.00'],
      ['Total', '€171.15'],
    ]);
    expect(asked(opened.sent)).toHaveLength(1);
  });

  test('shows the placeholder without a photo [D2-057] [D2-156]', async () => {
    const { card: transaction, element } = await card();
    expect(element.querySelector('img')).toBeNull();
    expect(transaction.getByText('Image not available')).toBeTruthy();
  });

  const lines = (element: HTMLElement) =>
    [...element.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent));

  test('adds item price, escrow fee and shipping to the total [D2-061] [D2-062] [D2-063]', async () => {
    const { element } = await card();
    expect(lines(element)).toEqual([
      ['Item Price', '€148.00'],
      ['Escrow fee', '€8.15'],
      ['Shipping Cost', '€15.00'],
      ['Total', '€171.15'],
    ]);
  });

  test('has no line for free shipping [D2-062] [D2-063]', async () => {
    const { element } = await card({ shippingCost: 0, totalAmount: 156.15 });
    expect(lines(element)).toEqual([
      ['Item Price', '€148.00'],
      ['Escrow fee', '€8.15'],
      ['Total', '€156.15'],
    ]);
  });

  test('shows a total before shipping until the address is known', async () => {
    const { element } = await card({ shippingCost: null, totalAmount: 156.15 });
    expect(lines(element).at(-1)).toEqual(['Total before shipping', '€156.15']);
  });

  test('leads to its details, and back to the same tab and filters [D2-064] [D2-066]', async () => {
    signedIn();
    const transaction = aTransaction({ role: 'seller' });
    serve({
      ...MEMBER_REPLIES,
      'GET user/profile': profile(true, true),
      'GET transaction/history': page([transaction]),
      [`GET transaction/${transaction._id}`]: transaction,
    });
    const opened = open('/transactions?tab=sales&status=IN_ESCROW');
    await userEvent.click(await screen.findByRole('link', { name: 'View Details of Vharoth' }));
    await waitFor(() => expect(opened.address()).toBe(`/transactions/${transaction._id}`));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Transactions' }));
    await waitFor(() => expect(opened.address()).toBe('/transactions?tab=sales&status=IN_ESCROW'));
  });

  const buttons = (element: HTMLElement) =>
    [...element.querySelectorAll('button')].map(({ textContent }) => textContent);

  test('has a button to a dispute that waits for the reader, with the consequence of silence', async () => {
    const needs: TransactionView['needs'] = [{ kind: 'disputeAnswer', dueAt: '2026-11-28T13:12:00.000Z' }];
    const { card: transaction } = await card({ allowed: [], needs, role: 'seller' }, '/transactions?tab=sales');
    expect(transaction.getByRole('link', { name: 'Answer the dispute: Vharoth' }).className).toContain('btn-primary');
    expect(transaction.getByText('If you stay silent, the dispute goes to our staff.')).toBeTruthy();
  });

  test('has no second link where its button does what is required', async () => {
    const { card: transaction, element } = await card({ allowed: ['ConfirmDelivery'] });
    expect(transaction.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Vharoth', 'View Details']);
    expect(element.querySelectorAll('button')).toHaveLength(1);
  });

  const offers: [string, Partial<TransactionView>, string[]][] = [
    ['a buyer in escrow', { allowed: ['ConfirmDelivery', 'PauseEscrow'] }, ['Confirm arrival', 'Pause Escrow']],
    ['a buyer who may rate', { status: 'READY_FOR_PAYOUT', allowed: [] }, ['Rate seller']],
    ['a buyer who may do nothing', { allowed: [] }, []],
    [
      'a seller who is to ship',
      { role: 'seller', status: 'AWAIT_SHIPPING', allowed: ['ConfirmShipment', 'Cancel'] },
      ['Confirm shipment', 'Cancel sale'],
    ],
    ['a seller whose buyer may rate', { role: 'seller', status: 'READY_FOR_PAYOUT', allowed: [] }, []],
  ];

  test.each(offers)('offers %s only the allowed actions [D2-065] [D2-276] [D2-277]', async (_, changes, expected) => {
    const { element } = await card(changes);
    expect(buttons(element)).toEqual(expected);
  });
});
