// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Transaction, TransactionDetail } from '#application/contract/transactions.ts';
import { DAY } from '#domain/shared/instants.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';
import { aDispute, aSale } from './aSale.ts';

freshBrowser();

const ID = aSale()._id;
const ADDRESS = {
  fullName: 'Marta Vidal',
  streetAddress1: 'Oudegracht 214',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 NR',
  country: 'Netherlands',
} as const;

/** Of what is said before each step. */
const ORDER = ['Done', 'Now', 'To come'];

const start = (changes: Partial<TransactionDetail> = {}, path = `/transactions/${ID}`, replies: object = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: aSale(changes), ...replies });
  return { sent, page: open(path) };
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim();

describe('the detail of a sale', () => {
  test.each(['transaction', 'transactions'])('stands at /%s/{id} [D2-034]', async (segment) => {
    const { sent } = start({}, `/${segment}/${ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).toBeTruthy();
    expect(to(sent, `transaction/${ID}`)).toHaveLength(1);
  });

  test('says to who wrote a review that staff took it away, and why; a failure is told and tried again', async () => {
    const removed = {
      part: 'review',
      text: 'A liar.',
      reason: 'It insults a person.',
      removedAt: '2026-11-20T09:00:00.000Z',
    };
    let fails = true;
    const answer = () => (fails ? json({}, 400) : { removed: [removed] });
    const { sent } = start({ reviewed: true }, undefined, { [`GET reviews/${ID}/removed`]: answer });
    await screen.findByText('Failed to load what became of your review');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: /try again/i }));
    const panel = await region('Your review was taken away');
    for (const words of ['It insults a person.', 'A liar.']) expect(panel.getByText(words)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/faq-contact');
    expect(to(sent, `reviews/${ID}/removed`)).toHaveLength(2);
  });

  test('says before anything is written that the other party can no longer be written to', async () => {
    start({ seller: { ...aSale().seller, username: '[erased]' } });
    expect(await screen.findByText('This person can no longer receive messages.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Contact Seller' })).toBeNull();
  });

  test('names title, short id and status, and leads back to the transactions [D2-066] [D2-068]', async () => {
    start({ displayStatus: 'IN_ESCROW_PAUSED' });
    const head = (await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).parentElement as HTMLElement;
    expect(within(head).getByText('TX7K2M9QPD')).toBeTruthy();
    expect(textOf(head.querySelector('.badge'))).toBe('Escrow Paused');
    expect(screen.getByRole('link', { name: 'Back to Transactions' }).getAttribute('href')).toBe('/transactions');
  });

  test('the title of the window says where it stands, and so do the words of the stepper and of the timeline', async () => {
    start({ displayStatus: 'IN_ESCROW' });
    await screen.findByRole('heading', { level: 1, name: 'Vharoth' });
    await waitFor(() => expect(document.title).toBe('In Escrow · Transaction TX7K2M9QPD · Reliquary'));
    const steps = within(screen.getByRole('list', { name: 'Escrow lifecycle' })).getAllByRole('listitem');
    const saidOf = (item: HTMLElement) => /^(Done|Now|To come): \w/.exec(textOf(item) ?? '')?.[1];
    const said = steps.map(saidOf);
    expect(said).toEqual([...said].sort((one, other) => ORDER.indexOf(one ?? '') - ORDER.indexOf(other ?? '')));
    expect(new Set(said)).toEqual(new Set(ORDER));
    expect(said.filter((one) => one === 'Now')).toHaveLength(1);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(
      said.map((one) => (one === 'Now' ? 'step' : null)),
    );
    const entries = await (await region('Transaction Timeline')).findAllByRole('listitem');
    expect(entries.map((entry) => [entry.classList.contains('next'), saidOf(entry)])).toEqual(
      entries.map((entry) => [entry.classList.contains('next'), entry.classList.contains('next') ? 'To come' : 'Done']),
    );
    expect(new Set(entries.map(saidOf))).toEqual(new Set(['Done', 'To come']));
  });

  test('a status that this version does not know is shown as Created [D2-172]', async () => {
    start({ displayStatus: 'HAUNTED' as Transaction['displayStatus'] });
    const head = (await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).parentElement as HTMLElement;
    expect(textOf(head.querySelector('.badge'))).toBe('Created');
  });

  test('shows its photos large, with previous and next and thumbnails that select [D2-067]', async () => {
    const images = ['a', 'b', 'c'].map((name) => ({
      original: `${name}.webp`,
      thumbnail: `${name}-thumb.webp`,
      s3Key: 'listings/1',
      width: 4,
      height: 3,
    }));
    start({ listing: { _id: 'd'.repeat(32), title: 'Vharoth', images } });
    await userEvent.click(await screen.findByRole('button', { name: 'Photos of Vharoth' }));
    const dialog = within(await screen.findByRole('dialog'));
    const shown = () => dialog.getByRole('img', { name: /photo \d of 3/ }).getAttribute('src');
    expect(shown()).toBe('/files/listings/1/a.webp');
    await userEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(shown()).toBe('/files/listings/1/b.webp');
    await userEvent.click(dialog.getByRole('button', { name: 'Previous photo' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Previous photo' }));
    expect(shown()).toBe('/files/listings/1/c.webp');
    await userEvent.click(dialog.getByRole('button', { name: 'Photo 2 of 3' }));
    expect(shown()).toBe('/files/listings/1/b.webp');
  });

  test('breaks the price down, the fee named as it is calculated [D2-069] [D2-070]', async () => {
    start();
    const panel = (await screen.findByRole('heading', { name: 'Price Details' })).closest('section') as HTMLElement;
    const rows = [...panel.querySelectorAll('tr')].map((row) => [
      row.querySelector('th')?.firstChild?.textContent,
      row.querySelector('td')?.textContent,
    ]);
    expect(rows).toEqual([
      ['Item Price', '€148.00'],
      ['Platform Fee (5% + €0.75)', '€8.15'],
      ['Shipping Cost', '€15.00'],
      ['Total', '€171.15'],
    ]);
  });

  test('without a fee in the answer has that of the one formula, fixed part included [D2-370]', async () => {
    const { platformFee: _, ...rest } = aSale();
    start({}, undefined, { [`GET transaction/${ID}`]: rest });
    const panel = await region('Price Details');
    const fee = (await panel.findByText('Platform Fee (5% + €0.75)')).closest('tr');
    expect(fee?.querySelector('td')?.textContent).toBe('€8.15');
    expect(panel.getByText('€171.15')).toBeTruthy();
  });

  test('says to the buyer what a bank has given back, beside what is refunded', async () => {
    const sums = { held: 0, mostPartialRefund: 0, taken: 50 };
    const refund = { amount: 121.15, toSeller: 0, fee: 0, state: 'done', retryAt: null } as const;
    start({ sums, refund });
    const panel = await region('Price Details');
    expect(panel.getByText('€50.00 went back to you through your bank.')).toBeTruthy();
    expect(panel.getByText('€121.15 went back to you.')).toBeTruthy();
  });

  test('says to the seller, too, what a bank has given back', async () => {
    start({ role: 'seller', sums: { held: 0, mostPartialRefund: 0, taken: 50 } });
    const panel = await region('Price Details');
    expect(panel.getByText('€50.00 went back to the buyer through their bank.')).toBeTruthy();
  });

  test('promises the seller of a purchase that has ended unpaid nothing', async () => {
    start({ role: 'seller', status: 'CANCELLED', displayStatus: 'CANCELLED' });
    const panel = await region('Price Details');
    expect(panel.getByText('Total')).toBeTruthy();
    expect(panel.queryByText(/You receive/)).toBeNull();
  });

  test('what is asked back stands beside what is held, of which a bank may have taken so much that it is less', async () => {
    start({ dispute: aDispute(), sums: { held: 50, mostPartialRefund: 41.85 } } as Partial<TransactionDetail>);
    expect(textOf((await region('Dispute')).getByText(/€60\.00/))).toBe('€60.00, held: €50.00');
  });

  test('a refund that a bank sent back is not said to have gone back; what is owed stands with the sums', async () => {
    const refund = { amount: 171.15, toSeller: 0, fee: 0, state: 'done', retryAt: null } as const;
    const sale = { status: 'REFUNDED', displayStatus: 'REFUNDED', refund, owed: '€171.15 waits.' } as const;
    start(sale as Partial<TransactionDetail>);
    const panel = await region('Price Details');
    expect(panel.getByText('€171.15 waits.')).toBeTruthy();
    expect(panel.queryByText(/went back/)).toBeNull();
  });

  test('has each entry of the history in its timeline, with status label and British date [D2-073] [D2-404]', async () => {
    start();
    const timeline = await region('Transaction Timeline');
    const ahead = (await timeline.findAllByRole('listitem')).filter((entry) => entry.classList.contains('next'));
    expect(ahead.length).toBeGreaterThan(0);
    for (const entry of ahead) expect(textOf(entry.querySelector('.timeline-when'))).toMatch(/, \d{2}:\d{2} [A-Z]/);
    const past = (await timeline.findAllByRole('listitem'))
      .filter((entry) => !entry.classList.contains('next'))
      .map((entry) => textOf(entry.querySelector('.timeline-when')));
    const local = (instant: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
    expect(past).toEqual([
      `${local('2026-11-16T13:12:00.000Z')} · In Escrow`,
      `${local('2026-11-14T18:41:00.000Z')} · Awaiting Shipping`,
      `${local('2026-11-14T18:34:00.000Z')} · Created`,
    ]);
  });

  test('tells where it is shipped to, without an empty second line [D2-074]', async () => {
    start({ shippingAddress: ADDRESS });
    await region('Shipping Details');
    const address = document.querySelector('address') as HTMLElement;
    const lines = address.innerHTML.split(/<br\s*\/?>/).map((line) => line.trim());
    expect(lines).toEqual(['Marta Vidal', 'Oudegracht 214', '3511 NR Utrecht', 'Netherlands']);
  });

  test('tells the second line of an address that has one [D2-074]', async () => {
    start({ shippingAddress: { ...ADDRESS, streetAddress2: 'Second floor' } });
    const shipping = await region('Shipping Details');
    expect(shipping.getByText(/Second floor/)).toBeTruthy();
  });

  test('tells a seller who is not paid yet that the address comes with the money [D2-074]', async () => {
    start({ role: 'seller', status: 'CREATED', displayStatus: 'CREATED', paymentHistory: [] });
    const shipping = await region('Shipping Details');
    expect(shipping.getByText('You see the address once the sale is paid.')).toBeTruthy();
  });

  const HIDDEN = {
    address: 'masked',
    returnAddress: 'masked',
    words: 'masked',
    evidence: 'masked',
    messages: 'masked',
  } as const;
  test.each<[string, Partial<TransactionDetail>, string]>([
    ['its buyer', { shippingCost: null }, 'No address was given.'],
    ['its seller', { role: 'seller', shippingCost: null }, 'No address was given.'],
    ['its seller, of one that there was', { role: 'seller' }, 'The sale was not paid, so you never see the address.'],
    ['who may not read it', { role: 'staff', shippingCost: null, sights: HIDDEN }, 'Address none was given'],
  ])('of a sale that ended unpaid promises no address to %s', async (_, changes, words) => {
    start({ status: 'CANCELLED', displayStatus: 'CANCELLED', paymentHistory: [], allowed: [], ...changes });
    const shipping = await screen.findByRole('region', { name: 'Shipping Details' });
    await waitFor(() => expect(textOf(shipping)).toContain(words));
    const price = textOf(screen.getByRole('table', { name: 'Price breakdown' }));
    if (changes.shippingCost === null) expect(price).toMatch(/Shipping Costnever setTotalnever known$/);
    expect(textOf(document.body)).not.toMatch(/not (set|known|given) yet|once the sale is paid/);
  });
});

describe('a parcel', () => {
  test('is followed at its carrier, and its code is copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    start({ trackingCode: '05222134567890', carrier: 'DPD' });
    const shipping = await region('Shipping Details');
    const link = await shipping.findByRole('link', { name: 'Follow the parcel at DPD' });
    expect(link.getAttribute('href')).toBe('https://tracking.dpd.de/status/en_US/parcel/05222134567890');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    await userEvent.click(shipping.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(copied).toHaveBeenCalledWith('05222134567890');
  });

  test('of a carrier that is not known is named, without a link', async () => {
    start({ trackingCode: 'X1', carrier: 'A neighbour' });
    const shipping = await region('Shipping Details');
    expect(await shipping.findByText(/A neighbour/)).toBeTruthy();
    expect(shipping.queryByRole('link')).toBeNull();
  });
});

describe('the escrow status', () => {
  const soon = new Date(Date.now() + 5 * DAY).toISOString();

  test('is told in escrow, with its end [D2-076] [D2-078]', async () => {
    start({ escrowEndDate: soon, deadlines: [{ kind: 'escrowEnd', dueAt: soon }] });
    const next = await region('What happens next');
    expect(next.getByRole('heading', { name: 'Escrow Status' })).toBeTruthy();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(soon));
    expect(next.getByText(/^Escrow ends on/).textContent).toMatch(new RegExp(`^Escrow ends on ${day} \\S+$`));
  });

  test('of a paused sale has the reason [D2-076] [D2-077] [D2-180]', async () => {
    start({
      displayStatus: 'IN_ESCROW_PAUSED',
      escrowStatus: { isPaused: true, pauseReason: 'The parcel is lost' },
      escrowEndDate: null,
    });
    const next = await region('What happens next');
    expect(next.getByText('Escrow is currently paused')).toBeTruthy();
    expect(next.getByText('Reason:').parentElement?.textContent).toBe('Reason: The parcel is lost');
  });

  test('shows the buyer of an approved return the address, to copy, and who pays for the parcel back', async () => {
    const to = {
      fullName: 'Greta Kessler',
      streetAddress1: 'Oude Gracht 12',
      streetAddress2: '',
      city: 'Utrecht',
      postalCode: '3511 AA',
      country: 'Netherlands',
    };
    const item = {
      state: 'approved' as const,
      request: { text: 'Too small', evidence: [] },
      refusal: null,
      notAsDescribed: true,
      to,
      addressed: true,
      postage: 'seller' as const,
      trackingCode: null,
      rejection: null,
    };
    start({ displayStatus: 'RETURN_IN_PROGRESS', escrowEndDate: null, deadlines: [], return: item });
    const panel = await region('Return');
    expect(panel.getByText(/Oude Gracht 12/)).toBeTruthy();
    expect(panel.getByText(/pays for the parcel back/)).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  });

  test('tells the buyer to send nothing before the address is known', async () => {
    const item = {
      state: 'approved' as const,
      request: { text: 'Too small', evidence: [] },
      refusal: null,
      notAsDescribed: false,
      to: null,
      addressed: false,
      postage: 'buyer' as const,
      trackingCode: null,
      rejection: null,
    };
    start({ displayStatus: 'RETURN_IN_PROGRESS', escrowEndDate: null, deadlines: [], return: item });
    const panel = await region('Return');
    expect(panel.getByText(/Please do not send anything before it stands here/)).toBeTruthy();
    expect(panel.getByText('You pay for the parcel back.')).toBeTruthy();
  });

  const opened: [Transaction['displayStatus'], Partial<TransactionDetail>][] = [
    ['IN_ESCROW_DISPUTED', { dispute: aDispute({ state: 'under_review' }) }],
    [
      'RETURN_IN_PROGRESS',
      {
        return: {
          state: 'requested',
          request: { text: 'Too small', evidence: [] },
          refusal: null,
          notAsDescribed: false,
          to: null,
          addressed: false,
          postage: null,
          trackingCode: null,
          rejection: null,
        },
      },
    ],
  ];
  test.each(opened)('says in %s that its clock is stopped [D2-076] [D2-078]', async (displayStatus, open) => {
    start({ displayStatus, escrowEndDate: null, deadlines: [], ...open });
    const next = await region('What happens next');
    expect(next.getByRole('heading', { name: 'Escrow Status' })).toBeTruthy();
    expect(
      next.getByText(/^The clock of the escrow stands still, because .* The money stays in escrow meanwhile\.$/),
    ).toBeTruthy();
    expect(next.queryByText(/Escrow ends on/)).toBeNull();
  });

  test.each(['AWAIT_SHIPPING', 'READY_FOR_PAYOUT', 'COMPLETED', 'CANCELLED', 'REFUND_BUYER'] as const)(
    'is not told in %s [D2-076]',
    async (status) => {
      start({ status, displayStatus: status, deadlines: [] });
      await region('What happens next');
      expect(screen.queryByRole('heading', { name: 'Escrow Status' })).toBeNull();
      expect(screen.queryByText(/Escrow ends on|Escrow is currently paused/)).toBeNull();
    },
  );
});

test.each([
  ['seller', '/settings?tab=seller'],
  ['buyer', undefined],
] as const)('released money that waits for a bank account leads its %s to %s [L-120]', async (role, target) => {
  start({ role, status: 'ESCROW_COMPLETED', displayStatus: 'ESCROW_COMPLETED', deadlines: [] });
  const next = await region('What happens next');
  expect(next.queryByRole('link', { name: 'Go to the bank details' })?.getAttribute('href')).toBe(target);
});

describe('a sale that cannot be shown', () => {
  const failure = async (title: string, words: RegExp) => {
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy();
    expect(screen.getByRole('heading', { name: title, level: 2 })).toBeTruthy();
    expect(document.title).toContain(title);
    const state = screen.getByRole('alert');
    expect(state.textContent).toMatch(words);
    expect(within(state).getByRole('link', { name: 'Back to Transactions' }).getAttribute('href')).toBe(
      '/transactions',
    );
  };

  test('because it does not exist or is somebody else’s [D2-082]', async () => {
    const { sent } = start({}, undefined, { [`GET transaction/${ID}`]: json({ message: 'x' }, 404) });
    await failure('Transaction not found', /no such sale/);
    expect(to(sent, `transaction/${ID}/details`)).toHaveLength(1);
  });

  test('because the server refuses or fails [D2-081]', async () => {
    const refused = json({ message: 'x' }, 400);
    start({}, undefined, { [`GET transaction/${ID}`]: refused, [`GET transaction/${ID}/details`]: refused });
    await failure('Failed to load transaction details', /Nothing has changed with the money/);
  });

  test('because nobody answers [D2-080]', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    start({}, undefined, { [`GET transaction/${ID}`]: lost, [`GET transaction/${ID}/details`]: lost });
    await failure('Could not retrieve transaction details', /Nothing has changed with the money/);
  });

  test('because none is named [D2-079]', async () => {
    serve({ ...MEMBER_REPLIES });
    signedIn();
    open('/transactions/%20');
    await failure('Transaction ID is missing', /ends too soon/);
  });

  test('and one whose first call fails is shown by the second [D2-293]', async () => {
    start({}, undefined, {
      [`GET transaction/${ID}`]: json({}, 400),
      [`GET transaction/${ID}/details`]: aSale(),
    });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Vharoth' })).toBeTruthy());
  });
});
