// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import { DAY } from '#domain/shared/instants.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';
import { aDispute, aTransaction } from './aSale.ts';

freshBrowser();

const ID = aTransaction()._id;
const ADDRESS = {
  fullName: 'Marta Vidal',
  streetAddress1: 'Oudegracht 214',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 NR',
  country: 'Netherlands',
} as const;

/** Texts shown before each step. */
const ORDER = ['Done', 'Now', 'Upcoming'];

const start = (changes: Partial<TransactionDetail> = {}, path = `/transactions/${ID}`, replies: object = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: aTransaction(changes), ...replies });
  return { sent, page: open(path) };
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim();

describe('the transaction page', () => {
  test.each(['transaction', 'transactions'])('has the URL /%s/{id} [D2-034]', async (segment) => {
    const { sent } = start({}, `/${segment}/${ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).toBeTruthy();
    expect(to(sent, `transaction/${ID}`)).toHaveLength(1);
  });

  test('tells the author that staff removed a review and why; a failure allows a retry', async () => {
    const removed = {
      part: 'review',
      text: 'A liar.',
      reason: 'It insults a person.',
      removedAt: '2026-11-20T09:00:00.000Z',
    };
    let fails = true;
    const answer = () => (fails ? json({}, 400) : { removed: [removed] });
    const { sent } = start({ reviewed: true }, undefined, { [`GET reviews/${ID}/removed`]: answer });
    await screen.findByText('Failed to load the decision about your review');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: /try again/i }));
    const panel = await region('Your review was removed');
    for (const words of ['It insults a person.', 'A liar.']) expect(panel.getByText(words)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/faq-contact');
    expect(to(sent, `reviews/${ID}/removed`)).toHaveLength(2);
  });

  test('says before a message is written that the other party cannot be messaged', async () => {
    start({ seller: { ...aTransaction().seller, username: '[erased]' } });
    expect(await screen.findByText('This person can no longer receive messages.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Contact Seller' })).toBeNull();
  });

  test('shows title, short id and status, and leads back to the list [D2-066] [D2-068]', async () => {
    start({ displayStatus: 'IN_ESCROW_PAUSED' });
    const head = (await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).parentElement as HTMLElement;
    expect(within(head).getByText('TX7K2M9QPD')).toBeTruthy();
    expect(textOf(head.querySelector('.badge'))).toBe('Escrow Paused');
    expect(screen.getByRole('link', { name: 'Back to Transactions' }).getAttribute('href')).toBe('/transactions');
  });

  test('shows the status in the window title, the stepper and the timeline', async () => {
    start({ displayStatus: 'IN_ESCROW' });
    await screen.findByRole('heading', { level: 1, name: 'Vharoth' });
    await waitFor(() => expect(document.title).toBe('In Escrow · Transaction TX7K2M9QPD · Reliquary'));
    const steps = within(screen.getByRole('list', { name: 'Escrow lifecycle' })).getAllByRole('listitem');
    const saidOf = (item: HTMLElement) => /^(Done|Now|Upcoming): \w/.exec(textOf(item) ?? '')?.[1];
    const said = steps.map(saidOf);
    expect(said).toEqual([...said].sort((one, other) => ORDER.indexOf(one ?? '') - ORDER.indexOf(other ?? '')));
    expect(new Set(said)).toEqual(new Set(ORDER));
    expect(said.filter((one) => one === 'Now')).toHaveLength(1);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(
      said.map((one) => (one === 'Now' ? 'step' : null)),
    );
    const entries = await (await region('Transaction Timeline')).findAllByRole('listitem');
    expect(entries.map((entry) => [entry.classList.contains('next'), saidOf(entry)])).toEqual(
      entries.map((entry) => [
        entry.classList.contains('next'),
        entry.classList.contains('next') ? 'Upcoming' : 'Done',
      ]),
    );
    expect(new Set(entries.map(saidOf))).toEqual(new Set(['Done', 'Upcoming']));
  });

  test.each([
    ['withdrawn', 'Withdrawn'],
    ['lapsed', 'Lapsed'],
  ] as const)('strikes out in the timeline a draft that was %s, and says so', async (how, word) => {
    const at = '2026-11-28T10:00:00.000Z';
    const detail = 'Our staff plan to decide: €120.00 to the buyer';
    const said = { text: null, evidence: [] };
    const draft = { kind: 'draft', by: 'staff', at, said, party: null, until: null, division: null } as const;
    start({
      heard: [{ ...draft, ended: { how, at: '2026-11-29T10:00:00.000Z' } }],
      paymentHistory: [{ status: 'IN_ESCROW', timestamp: at, event: 'DraftShown', detail }],
    });
    const timeline = await region('Transaction Timeline');
    expect((await timeline.findByText(detail)).tagName).toBe('S');
    timeline.getByText(new RegExp(`^${word} on 29 Nov 2026.*This draft no longer counts\\.$`));
  });

  test('shows a status unknown to this version as Created [D2-172]', async () => {
    start({ displayStatus: 'HAUNTED' as TransactionView['displayStatus'] });
    const head = (await screen.findByRole('heading', { level: 1, name: 'Vharoth' })).parentElement as HTMLElement;
    expect(textOf(head.querySelector('.badge'))).toBe('Created');
  });

  test('shows large photos with previous, next and selectable thumbnails [D2-067]', async () => {
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

  test('breaks the price down, with the calculation of the fee [D2-069] [D2-070]', async () => {
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

  test('uses the fee formula if the answer has no fee [D2-370]', async () => {
    const { platformFee: _, ...rest } = aTransaction();
    start({}, undefined, { [`GET transaction/${ID}`]: rest });
    const panel = await region('Price Details');
    const fee = (await panel.findByText('Platform Fee (5% + €0.75)')).closest('tr');
    expect(fee?.querySelector('td')?.textContent).toBe('€8.15');
    expect(panel.getByText('€171.15')).toBeTruthy();
  });

  test('tells the buyer what a bank returned, next to the refunded amount', async () => {
    const sums = { held: 0, mostPartialRefund: 0, taken: 50 };
    const refund = { amount: 121.15, toSeller: 0, fee: 0, state: 'done', retryAt: null } as const;
    start({ sums, refund });
    const panel = await region('Price Details');
    expect(panel.getByText('€50.00 went back to you through your bank.')).toBeTruthy();
    expect(panel.getByText('€121.15 went back to you.')).toBeTruthy();
  });

  test('also tells the seller what a bank returned', async () => {
    start({ role: 'seller', sums: { held: 0, mostPartialRefund: 0, taken: 50 } });
    const panel = await region('Price Details');
    expect(panel.getByText('€50.00 went back to the buyer through their bank.')).toBeTruthy();
  });

  test('promises nothing to the seller of an unpaid, ended purchase', async () => {
    start({ role: 'seller', status: 'CANCELLED', displayStatus: 'CANCELLED' });
    const panel = await region('Price Details');
    expect(panel.getByText('Total')).toBeTruthy();
    expect(panel.queryByText(/You receive/)).toBeNull();
  });

  test('shows the claimed amount next to the held one, which a chargeback may have reduced', async () => {
    start({ dispute: aDispute(), sums: { held: 50, mostPartialRefund: 41.85 } } as Partial<TransactionDetail>);
    expect(textOf((await region('Dispute')).getByText(/€60\.00/))).toBe('€60.00 of €50.00');
  });

  test('does not show a returned refund as refunded, and lists what is owed', async () => {
    const refund = { amount: 171.15, toSeller: 0, fee: 0, state: 'done', retryAt: null } as const;
    const transaction = { status: 'REFUNDED', displayStatus: 'REFUNDED', refund, owed: '€171.15 waits.' } as const;
    start(transaction as Partial<TransactionDetail>);
    const panel = await region('Price Details');
    expect(panel.getByText('€171.15 waits.')).toBeTruthy();
    expect(panel.queryByText(/went back/)).toBeNull();
  });

  test('lists each history entry in the timeline with status label and British date [D2-073] [D2-404]', async () => {
    start();
    const timeline = await region('Transaction Timeline');
    const ahead = (await timeline.findAllByRole('listitem')).filter((entry) => entry.classList.contains('next'));
    expect(ahead.length).toBeGreaterThan(0);
    for (const entry of ahead) expect(textOf(entry.querySelector('.timeline-when'))).toMatch(/, \d{2}:\d{2} [A-Z]/);
    const past = (await timeline.findAllByRole('listitem'))
      .filter((entry) => !entry.classList.contains('next'))
      .map((entry) => textOf(entry.querySelector('.timeline-when')));
    const local = (instant: string) =>
      new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(new Date(instant));
    expect(past).toEqual([
      `${local('2026-11-16T13:12:00.000Z')} · In Escrow`,
      `${local('2026-11-14T18:41:00.000Z')} · Awaiting Shipping`,
      `${local('2026-11-14T18:34:00.000Z')} · Created`,
    ]);
  });

  test('shows the shipping address without an empty second line [D2-074]', async () => {
    start({ shippingAddress: ADDRESS });
    await region('Shipping Details');
    const address = document.querySelector('address') as HTMLElement;
    const lines = address.innerHTML.split(/<br\s*\/?>/).map((line) => line.trim());
    expect(lines).toEqual(['Marta Vidal', 'Oudegracht 214', '3511 NR Utrecht', 'Netherlands']);
  });

  test('shows the second address line if there is one [D2-074]', async () => {
    start({ shippingAddress: { ...ADDRESS, streetAddress2: 'Second floor' } });
    const shipping = await region('Shipping Details');
    expect(shipping.getByText(/Second floor/)).toBeTruthy();
  });

  test('tells an unpaid seller that the address comes with the payment [D2-074]', async () => {
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
    ['its seller, of one that there was', { role: 'seller' }, 'The sale was not paid, so the address is not shown.'],
    ['who may not read it', { role: 'staff', shippingCost: null, sights: HIDDEN }, 'Address none was given'],
  ])('promises no address to %s after an unpaid end', async (_, changes, words) => {
    start({ status: 'CANCELLED', displayStatus: 'CANCELLED', paymentHistory: [], allowed: [], ...changes });
    const shipping = await screen.findByRole('region', { name: 'Shipping Details' });
    await waitFor(() => expect(textOf(shipping)).toContain(words));
    const price = textOf(screen.getByRole('table', { name: 'Price breakdown' }));
    if (changes.shippingCost === null) expect(price).toMatch(/Shipping Costnever setTotalnever known$/);
    expect(textOf(document.body)).not.toMatch(/not (set|known|given) yet|once the sale is paid/);
  });
});

describe('a parcel', () => {
  test('links to its carrier’s tracking page, and its code can be copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    start({ trackingCode: '05222134567890', carrier: 'DPD' });
    const shipping = await region('Shipping Details');
    const link = await shipping.findByRole('link', { name: 'Track the parcel with DPD' });
    expect(link.getAttribute('href')).toBe('https://tracking.dpd.de/status/en_US/parcel/05222134567890');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    await userEvent.click(shipping.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(copied).toHaveBeenCalledWith('05222134567890');
  });

  test('shows an unknown carrier by name, without a link', async () => {
    start({ trackingCode: 'X1', carrier: 'A neighbour' });
    const shipping = await region('Shipping Details');
    expect(await shipping.findByText(/A neighbour/)).toBeTruthy();
    expect(shipping.queryByRole('link')).toBeNull();
  });
});

describe('the escrow status', () => {
  const soon = new Date(Date.now() + 5 * DAY).toISOString();

  test('shows in escrow when it ends [D2-076] [D2-078]', async () => {
    start({ escrowEndDate: soon, deadlines: [{ kind: 'escrowEnd', dueAt: soon }] });
    const next = await region('What happens next');
    expect(next.getByRole('heading', { name: 'Escrow Status' })).toBeTruthy();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(soon));
    expect(next.getByText(/^Escrow ends on/).textContent).toMatch(new RegExp(`^Escrow ends on ${day} \\S+$`));
  });

  test('shows the reason of a pause [D2-076] [D2-077] [D2-180]', async () => {
    start({
      displayStatus: 'IN_ESCROW_PAUSED',
      escrowStatus: { isPaused: true, pauseReason: 'The parcel is lost' },
      escrowEndDate: null,
    });
    const next = await region('What happens next');
    expect(next.getByText('Escrow is currently paused')).toBeTruthy();
    expect(next.getByText('Reason:').parentElement?.textContent).toBe('Reason: The parcel is lost');
  });

  test('shows the buyer of an approved return the address to copy and who pays', async () => {
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
    expect(panel.getByText(/pays for the return shipping/)).toBeTruthy();
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
    expect(panel.getByText(/Please do not send anything until it is shown here/)).toBeTruthy();
    expect(panel.getByText('You pay for the return shipping.')).toBeTruthy();
  });

  const opened: [TransactionView['displayStatus'], Partial<TransactionDetail>][] = [
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
  test.each(opened)('says in %s that the escrow clock is stopped [D2-076] [D2-078]', async (displayStatus, open) => {
    start({ displayStatus, escrowEndDate: null, deadlines: [], ...open });
    const next = await region('What happens next');
    expect(next.getByRole('heading', { name: 'Escrow Status' })).toBeTruthy();
    expect(
      next.getByText(/^The escrow countdown is paused, because .* The money stays in escrow meanwhile\.$/),
    ).toBeTruthy();
    expect(next.queryByText(/Escrow ends on/)).toBeNull();
  });

  test.each(['AWAIT_SHIPPING', 'READY_FOR_PAYOUT', 'COMPLETED', 'CANCELLED', 'REFUND_BUYER'] as const)(
    'is hidden in %s [D2-076]',
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
] as const)('sends the %s of released money without a bank account to %s [L-120]', async (role, target) => {
  start({ role, status: 'ESCROW_COMPLETED', displayStatus: 'ESCROW_COMPLETED', deadlines: [] });
  const next = await region('What happens next');
  expect(next.queryByRole('link', { name: 'Go to the bank details' })?.getAttribute('href')).toBe(target);
});

describe('a transaction that cannot be shown', () => {
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

  test('because it does not exist or belongs to others [D2-082]', async () => {
    const { sent } = start({}, undefined, { [`GET transaction/${ID}`]: json({ message: 'x' }, 404) });
    await failure('Transaction not found', /does not exist/);
    expect(to(sent, `transaction/${ID}/details`)).toHaveLength(1);
  });

  test('because the server refuses or fails [D2-081]', async () => {
    const refused = json({ message: 'x' }, 400);
    start({}, undefined, { [`GET transaction/${ID}`]: refused, [`GET transaction/${ID}/details`]: refused });
    await failure('Failed to load transaction details', /The money of this sale is not affected/);
  });

  test('because there is no answer [D2-080]', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    start({}, undefined, { [`GET transaction/${ID}`]: lost, [`GET transaction/${ID}/details`]: lost });
    await failure('Could not retrieve transaction details', /The money of this sale is not affected/);
  });

  test('because the URL names none [D2-079]', async () => {
    serve({ ...MEMBER_REPLIES });
    signedIn();
    open('/transactions/%20');
    await failure('Transaction ID is missing', /is incomplete/);
  });

  test('is loaded by a second call if only the first fails [D2-293]', async () => {
    start({}, undefined, {
      [`GET transaction/${ID}`]: json({}, 400),
      [`GET transaction/${ID}/details`]: aTransaction(),
    });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Vharoth' })).toBeTruthy());
  });
});

describe('a sale with two decisions about a hold', () => {
  const twice = {
    dispute: aDispute({ state: 'decided', category: 'OTHER', claim: 0, byAppeal: true, openedBy: 'buyer' }),
    decision: { toBuyer: 5, toSeller: 17.2, fee: 1.65, refundedBefore: 10, by: 'staff', rationale: 'A flaw.' },
    refund: { amount: 5, before: 10, toSeller: 17.2, fee: 1.65, state: 'done', retryAt: null },
  } as const;

  test.each([
    ['buyer', 'you', 'you get'],
    ['seller', 'the buyer', 'the buyer gets'],
  ] as const)('names to the %s what had gone back before, and what that makes in all', async (role, whom, gets) => {
    start({ ...twice, role });
    expect(textOf(await screen.findByRole('region', { name: 'Decision' }))).toContain(
      `This divides what was left: €10.00 had already gone back to ${whom}, so ${gets} €15.00 in all.`,
    );
    expect(textOf(await screen.findByRole('region', { name: 'Price Details' }))).toContain(
      `€5.00 went back to ${whom}. €10.00 had gone back before.`,
    );
  });

  test('shows no dispute, because nobody opened one', async () => {
    start(twice);
    await screen.findByRole('region', { name: 'Decision' });
    expect(screen.queryByRole('region', { name: 'Dispute' })).toBeNull();
    expect(screen.queryByText(/Refund requested|Something else/)).toBeNull();
  });
});
