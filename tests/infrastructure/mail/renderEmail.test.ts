import { describe, expect, test } from 'vitest';
import { EMAILS, type Email } from '#application/ports/emails.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/policy.ts';
import { NOTIFICATIONS } from '#domain/telling/notifications.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import type { MoneyState } from '#domain/transactions/moneyState.ts';
import { TODAY } from '#domain/transactions/policy.ts';
import { TERMS } from '#domain/transactions/termWords.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example/', supportEmail: 'help@reliquary.example' });

const INSTANT = Date.UTC(2026, 4, 7, 12, 30);
const sale: NonNullable<Email['sale']> = {
  id: '7'.repeat(32),
  reference: 'TX7K2M9QPD',
  listingId: '1'.repeat(32),
  buyerId: 'b'.repeat(32),
  sellerId: '5'.repeat(32),
  title: 'Knight <of> "Ash" & Bone',
  picture: null,
  amount: 12_000,
  fee: 675,
  policyVersion: TODAY.version,
  shippingCost: 500,
  total: 13_175,
  sessionId: null,
  paymentId: null,
  captured: 0,
  shipBy: INSTANT,
  shippedAt: null,
  escrowEndsAt: INSTANT,
  payoutAmount: null,
  purchaseEnd: null,
  cancelled: null,
  shipmentMissed: false,
};

const money = (change: Partial<MoneyState> = {}): MoneyState => ({
  policyVersion: TODAY.version,
  status: 'IN_ESCROW',
  holds: [],
  deadlines: [],
  reclaim: null,
  endedOwnHold: false,
  ...change,
});
const dueThen = (kind: DeadlineKind) => ({ deadlines: [{ kind, dueAt: INSTANT }] });

const email = (template: Email['template'], change: Partial<Email> = {}): Email => ({
  template,
  username: 'Ada',
  role: 'buyer',
  sale,
  details: {},
  path: null,
  ...change,
});

test('the newest head of the log stands at the foot, for whoever keeps it', () => {
  const headLine = `56 ${'A'.repeat(43)}=`;
  const { text, html } = render(email('shipped', { headLine }));
  expect(text.endsWith(`\n${headLine}`)).toBe(true);
  expect(html).toContain(headLine);
  expect(render(email('shipped')).text).not.toContain('head of our log');
});

describe('who is suspended', () => {
  const KEPT_OUT = 'until it is reinstated you cannot sign in to do anything about this sale';
  const SEND_NOTHING = 'Do not send the parcel';

  test.each(['salePaid', 'shipReminder'] as const)('is led to no page by %s, and told to send nothing', (template) => {
    const { text, html } = render(email(template, { role: 'seller', keptOut: true, details: { shipBy: INSTANT } }));
    for (const words of [text, html]) {
      expect(words).toContain(KEPT_OUT);
      expect(words).toContain(SEND_NOTHING);
      expect(words).not.toContain('/transactions/');
      expect(words).toContain('https://reliquary.example/faq');
    }
  });

  test.each<[string, Partial<Email>]>([
    ['bought it', { role: 'buyer' }],
    ['has shipped it', { sale: { ...sale, shippedAt: INSTANT } }],
    ['was not paid yet', { sale: { ...sale, shipBy: null } }],
    ['had it cancelled', { sale: { ...sale, cancelled: { by: 'buyer', reason: null } } }],
    ['was too late', { sale: { ...sale, shipmentMissed: true } }],
  ])('is told nothing of a parcel who %s', (_, change) => {
    const { text } = render(email('returnApproved', { role: 'seller', keptOut: true, ...change }));
    expect(text).toContain(KEPT_OUT);
    expect(text).not.toContain(SEND_NOTHING);
  });

  test('reads at the suspension already that nothing is to be sent that cannot be confirmed', () =>
    expect(render(email('accountSuspended', { sale: null, role: null })).text).toContain(
      'Send nothing that is not shipped yet: you cannot confirm a shipment meanwhile',
    ));

  test('and nobody else reads of it', () =>
    expect(render(email('salePaid', { role: 'seller' })).text).not.toContain('suspended'));
});

test('whose address is not verified yet is greeted without a name', () => {
  const { text, html } = render(email('verifyEmail', { username: null, sale: null, path: '/verify-email?token=abc' }));
  expect(text.split('\n')).toContain('Greetings.');
  expect(html).toContain('>Greetings.<');
});

test('what saved searches have found is shown with its picture, its price, what it costs in all, and a way to each', () => {
  const listing = (id: string) => ({
    listing: id,
    title: `Knight ${id}`,
    price: 3_800,
    how: 'offered' as const,
    searches: ['Knights', 'Cheap ones'],
    picture: `/files/${id}.webp`,
    allIn: { total: 4_520, destination: 'Italy' },
  });
  const news = email('searchNews', { sale: null, found: [listing('k1'), listing('k2')], unsubscribe: 'x' });
  const { subject, text, html } = render(news);
  expect(subject).toBe('2 new listings for your saved searches');
  const line = '€38.00 (€45.20 to Italy, all in) · matches “Knights” and “Cheap ones”';
  for (const id of ['k1', 'k2']) {
    expect(text).toContain(`Knight ${id}\n${line}\nhttps://reliquary.example/listings/${id}`);
    expect(html).toContain(`src="https://reliquary.example/files/${id}.webp"`);
    expect(html).toContain(`href="https://reliquary.example/listings/${id}"`);
  }
  expect(html.split(line)).toHaveLength(3);
  expect(text).toContain('Open your saved searches: https://reliquary.example/watching/searches');
  const alone = render({ ...news, found: [{ ...listing('k1'), how: 'reduced' as const }] });
  expect(alone.subject).toBe('Reduced: Knight k1 for €38.00');
  expect(alone.text).toContain('View it: https://reliquary.example/listings/k1');
});

describe('a purchase that is cancelled because its seller does not sell', () => {
  const cancelled = (role: 'buyer' | 'seller', details: Email['details']) =>
    render(email('saleCancelled', { role, details })).text;

  test('says so to both, and to its buyer that what is on its way comes back', () => {
    const itself = { by: 'system', paid: 0 };
    for (const role of ['buyer', 'seller'] as const)
      expect(cancelled(role, itself)).toContain('was cancelled: its seller does not sell at present.');
    expect(cancelled('buyer', itself)).toContain('Nothing had been paid.');
    expect(cancelled('buyer', itself)).toContain('it goes back to you as soon as it arrives');
    expect(cancelled('seller', itself)).not.toContain('goes back to you');
  });
  test('is refunded in full where money had come', () => {
    const text = cancelled('buyer', { by: 'system', paid: 1 });
    expect(text).toContain('Your payment is refunded in full');
    expect(text).not.toContain('Nothing had been paid');
  });
  test('is not what a party is told of its own cancellation', () => {
    expect(cancelled('buyer', { by: 'buyer', paid: 0 })).toContain('You have cancelled the sale of');
    expect(cancelled('buyer', { by: 'seller', paid: 0 })).toContain('The seller has cancelled the sale of');
  });
});

test('a bank account that is verified is not said to be paid to while the change of it is still held', () => {
  const { text } = render(email('bankAccountVerified', { sale: null }));
  expect(text).toContain(
    `If you changed the account or its holder, payouts begin ${ACCOUNT_TERMS.bankChange} after you did`,
  );
});

const PATHS: Partial<Record<Email['template'], string>> = {
  verifyEmail: '/verify-email?token=abc',
  resetPassword: '/reset-password?token=abc',
  confirmOldEmail: '/email-change?token=abc',
  confirmNewEmail: '/email-change?token=abc',
  firstFactorAdded: '/new-factor?token=abc',
};

describe.each(EMAILS)('the email %s', (template) => {
  test.each(['buyer', 'seller'] as const)(
    'to the %s says the same in HTML and in text, and has one link that works',
    (role) => {
      const path = PATHS[template] ?? null;
      const details = {
        title: 'Knight of Ash',
        amount: 1_234,
        captured: 1_234,
        claim: 1,
        by: role,
        daysLeft: 3,
        rating: 5,
        heldUntil: null,
        retryAt: null,
        message: 'm1',
        device: 'Firefox on Windows',
        failures: 5,
        role: 'staff',
        at: INSTANT,
        lapsesAt: INSTANT,
        why: 'refusedByOldAddress',
        account: 'a1',
        night: '2026-05-07',
        faults: 'providerDiffers',
        difference: 77,
        about: 'disputeReview',
        kind: 'dead',
        what: 'payouts',
        count: 2,
        price: 4_000,
        proposed: 3_500,
        stage: 'proposed',
        listing: '1'.repeat(32),
        from: INSTANT,
        until: INSTANT,
        sales: 3,
        openCases: 1,
        failedPayouts: 0,
        failingRefunds: 0,
        orphanFacts: 0,
        deadJobs: 0,
        nights: 7,
        nightsThatDiffer: 0,
        returned: 2,
        paidOut: 3,
        losses: 4,
        fees: 5,
      };
      const { subject, text, html } = render(email(template, { role, path, details, newEmail: 'ada@new.example' }));
      expect(subject.length).toBeGreaterThan(5);
      expect(subject).not.toMatch(/undefined|null|NaN/);
      expect(text).toContain('Ada');
      expect(html).toContain('Ada');
      for (const body of [text, html]) expect(body).not.toMatch(/undefined|\bnull\b|NaN|\[object/);
      const [link] = /https:\/\/reliquary\.example\/\S+/.exec(text) ?? [];
      expect(link).toBeDefined();
      expect(html).toContain(`href="${link?.replaceAll('&', '&amp;')}"`);
      expect(html).not.toMatch(/<script|<style|<link|<img/);
    },
  );
});

test.each(EMAILS)('the email %s about a sale shows the item, and the way to what one wants to be told', (template) => {
  const shown = render(
    email(template, {
      sale: { ...sale, picture: '/files/knight.webp' },
      path: PATHS[template] ?? null,
      details: { lapsesAt: INSTANT, at: INSTANT, about: 'disputeReview', from: INSTANT, until: INSTANT },
    }),
  );
  expect(shown.html).toContain('<img src="https://reliquary.example/files/knight.webp"');
  for (const body of [shown.text, shown.html.replaceAll('&amp;', '&')])
    expect(body).toContain('https://reliquary.example/settings?tab=profile#emails');
});

test('who is told of what is no sale is shown no item, and who has no account nothing to choose', () => {
  const { text, html } = render(email('verifyEmail', { sale: null, path: '/verify-email?token=abc' }));
  expect(html).not.toContain('<img');
  expect(text).not.toContain('#emails');
});

test('what people wrote is escaped in HTML and plain in text', () => {
  const { html, text } = render(email('paymentReceived'));
  expect(html).toContain('Knight &lt;of&gt; &quot;Ash&quot; &amp; Bone');
  expect(html).not.toContain('<of>');
  expect(text).toContain('Knight <of> "Ash" & Bone');
});

test('a reported message leads staff to the screen of the reports', () => {
  const { text, html } = render(email('messageReported', { sale: null, role: null, details: { message: 'm1' } }));
  for (const body of [text, html]) {
    expect(body).toContain('https://reliquary.example/staff/reports');
    expect(body).not.toContain('/api/');
  }
});

test('money is explained in one order and adds up', () => {
  const { text } = render(email('purchaseStarted'));
  const labels = ['Item Price: €120.00', 'Platform Fee (5% + €0.75): €6.75', 'Shipping Cost: €5.00', 'Total: €131.75'];
  expect(
    labels.map((label) => text.indexOf(label)).every((place, index, places) => place > (places[index - 1] ?? 0)),
  ).toBe(true);
});

test('large sums are written as on the screens', () => {
  const { text } = render(email('paymentReceived', { sale: { ...sale, amount: 3_999_999 } }));
  expect(text).toContain('€39,999.99');
  expect(text).toContain('Total: €40,011.74');
});

test('a purchase without an address yet does not pass for the whole price', () => {
  const { text } = render(email('purchaseStarted', { sale: { ...sale, shippingCost: null } }));
  expect(text).toContain('Total before shipping: €126.75');
  expect(text).not.toContain('Total:');
});

test.each([
  ['verifyEmail', '/verify-email?token=t', 'https://reliquary.example/verify-email?token=t'],
  ['resetPassword', '/reset-password?token=t', 'https://reliquary.example/reset-password?token=t'],
  ['salePaid', null, `https://reliquary.example/transactions/${sale.id}`],
  ['bankAccountNeeded', null, 'https://reliquary.example/settings?tab=seller'],
] as const)('%s leads to its page', (template, path, link) => {
  expect(render(email(template, { path })).text).toContain(link);
});

test('the notices before escrow ends carry the pause link [D2-385]', () => {
  const state = money(dueThen('escrowEnd'));
  const { html, text } = render(email('escrowNotice', { details: { daysLeft: 1 }, money: state }));
  for (const body of [html, text])
    expect(body).toContain(`https://reliquary.example/transaction/${sale.id}/pause-escrow`);
  expect(text).toContain('7 May 2026');
});

test('refund emails say that refunds take 5 to 7 business days [D2-391]', () => {
  expect(render(email('refundRequested', { details: { amount: 100 } })).text).toContain('5 to 7 business days');
});

test('a dispute says to the buyer who speaks first, and names a sum only where one is asked back [L-085] [L-089]', () => {
  const said = (details: Email['details'], role: 'buyer' | 'seller' = 'buyer') => {
    const state = { holds: ['disputed'], ...(details.answerBy === null ? {} : dueThen('disputeAnswer')) } as const;
    return render(email('disputeOpened', { role, details, money: money(state) })).text;
  };
  const expired = { claim: 13_175, answerBy: INSTANT };
  for (const role of ['buyer', 'seller'] as const) {
    expect(said(expired, role)).toContain('; €131.75 is asked back.');
    expect(said(expired, role)).toMatch(
      role === 'buyer' ? /The seller has until 7 May 2026.* to accept the claim/ : /You have until 7 May 2026/,
    );
  }
  const bySeller = said({ claim: 0, answerBy: null });
  expect(bySeller).toContain('Our staff look at it and decide.');
  expect(bySeller).not.toMatch(/asked back|€0|has until/);
});

test('an approved return says to each party who knows where to send it', () => {
  const details = { shipBackBy: INSTANT };
  expect(render(email('returnApproved', { details })).text).toContain('Ask the seller for the address to send it to.');
  expect(render(email('returnApproved', { details, role: 'seller' })).text).toContain('tell them where to.');
});

test.each(['purchaseStarted', 'paymentTimedOut', 'saleTimedOut', 'saleMispaid'] as const)(
  'the email %s promises the listing to nobody: a price that was agreed on may still keep it',
  (template) => {
    const { subject, text } = render(email(template, { details: { windowEndsAt: INSTANT, captured: 1 } }));
    expect(`${subject} ${text}`).not.toMatch(/free again|on offer again/);
    expect(NOTIFICATIONS.payment_timeout({ item: 'it', sender: '', amount: 0, terms: TERMS })).toMatch(
      /the listing is no longer kept for it\.$/,
    );
  },
);

test('whoever is suspended reads that no escrow takes their silence for consent', () => {
  expect(render(email('accountSuspended', { sale: null })).text).toContain(
    'where you buy, its end pays nobody by itself: our staff look first',
  );
});

test('a refund in part gives the seller no more than was decided: the fee is kept', () => {
  const { text } = render(email('partialRefundCompleted', { details: { amount: 1_500 } }));
  expect(text).toContain(
    'The rest of your payment is divided between the seller and the platform fee, as was decided.',
  );
});

test('a bank that asks a part back, and which part, is told to both; of the whole payment no sum is told', () => {
  const paid = { ...sale, captured: 5_825 };
  const asked = (role: 'buyer' | 'seller', amount: number) =>
    render(email('saleOnHold', { role, sale: paid, details: { cause: 'bank', amount } })).text;
  expect(asked('buyer', 1_000)).toContain('Your bank asks us to return €10.00 of your payment for');
  expect(asked('seller', 1_000)).toContain('The buyer’s bank asks us to return €10.00 of the payment for');
  expect(asked('buyer', paid.captured)).toContain('Your bank asks us to return your payment for');
});

test('a return that has not arrived asks its buyer to show what the carrier says', () => {
  const { subject, text } = render(email('returnNotArrived', { role: 'buyer' }));
  expect(subject).toContain('Your return has not arrived');
  expect(text).toContain('The funds stay in escrow, and our staff decide.');
  expect(text).toContain('what the carrier says of the parcel');
});

describe('a return that is approved', () => {
  const terms = (addressed: number, postage: string) => ({ details: { addressed, postage } });
  test('leads to the address on the page of the sale, and says who pays for the parcel back', () => {
    const text = approved({ role: 'buyer', ...terms(1, 'buyer') });
    expect(text).toContain('The page of the sale shows the address to send it to.');
    expect(text).toContain('You pay for the parcel back.');
    expect(text).toContain('The clock of the escrow then runs again');
    expect(approved({ role: 'buyer', ...terms(1, 'seller') })).toContain('The seller pays for the parcel back');
    expect(approved({ role: 'seller', ...terms(1, 'buyer') })).toContain('to the shipping address in your settings');
  });
  test('without an address leaves the buyer with our staff, and asks the seller for it', () => {
    const text = approved({ role: 'buyer', ...terms(0, 'buyer') });
    expect(text).toContain('The address is not known yet, so please send nothing.');
    expect(text).not.toMatch(/Ask the seller|escrow runs on/);
    expect(approved({ role: 'seller', ...terms(0, 'buyer') })).toContain('say on the page of the sale where to');
    const given = render(email('returnAddressGiven', { role: 'buyer', details: { shipBackBy: INSTANT } }));
    expect(given.text).toContain('The page of the sale shows the address');
  });

  const approved = (change: Partial<Email>) =>
    render(email('returnApproved', { money: money({ holds: ['returning'], ...dueThen('returnShipBack') }), ...change }))
      .text;

  test('leads its buyer to the seller for the address, and to a dispute where they do not say', () => {
    const text = approved({ role: 'buyer' });
    expect(text).toContain('Ask the seller for the address');
    expect(text).toContain('If they do not say where to, open a dispute on its page before that date');
    expect(text).toContain('If you do not, the return lapses. The clock of the escrow then runs again');
  });
  test('sends nobody to a seller who cannot be asked: staff hold the sale, and say where to', () => {
    const text = approved({
      role: 'buyer',
      details: { shipBackBy: INSTANT, suspended: 1 },
      money: money({ holds: ['returning', 'staff'], ...dueThen('returnShipBack') }),
    });
    expect(text).toContain('Our staff hold the sale: they tell you where to send it');
    expect(text).not.toContain('Ask the seller');
    expect(text).toContain('The clock of the escrow still stands then, because our staff look at the sale.');
    expect(text).not.toContain('suspended');
  });
  test('asks a suspended seller to answer the mail, as nothing else is open to them', () => {
    expect(approved({ role: 'seller', keptOut: true })).toContain('answer this mail with the address to send it to');
    expect(approved({ role: 'seller' })).toContain('tell them where to');
  });
});

describe('of a payment that a bank has taken a part of', () => {
  const lost = { amount: 1_000, goesOn: 1, through: 'bank' };
  const said = (role: 'buyer' | 'seller', shippedAt: number | null, details: Email['details'] = lost) =>
    render(email('chargebackLost', { role, sale: { ...sale, shippedAt }, details })).text;
  test('nobody reads that a sale goes on which was not shipped: what is left goes back', () => {
    expect(said('buyer', null)).toContain('what is left goes back to you as well');
    expect(said('seller', null)).toContain('what is left goes back to the buyer as well');
    for (const role of ['buyer', 'seller'] as const) expect(said(role, null)).not.toContain('goes on');
    expect(said('seller', null)).toContain('Do not ship the miniature.');
    expect(said('buyer', null)).not.toContain('Do not ship');
  });
  test('a sale that was shipped goes on with what is left, and so does one of which staff sent a part back by hand', () => {
    for (const role of ['buyer', 'seller'] as const) {
      expect(said(role, INSTANT)).toContain('The sale goes on with what is left.');
      expect(said(role, null, { ...lost, through: null })).toContain('The sale goes on with what is left.');
    }
  });
});

test('money that a bank gives back of a sale that had ended unshipped is said to be the buyer’s, and held in no escrow', () => {
  const said = (role: 'buyer' | 'seller', shippedAt: number | null, hadEnded: 0 | 1) =>
    render(email('chargebackReversed', { role, sale: { ...sale, shippedAt }, details: { amount: 1_000, hadEnded } }))
      .text;
  expect(said('seller', null, 1)).toContain('so the money is for the buyer.');
  expect(said('seller', null, 1)).toContain('Do not ship the miniature.');
  expect(said('buyer', null, 1)).toContain('so the money is for you.');
  for (const role of ['buyer', 'seller'] as const) {
    expect(said(role, INSTANT, 1)).toContain('What happens next stands on the page of the sale.');
    for (const unsaid of ['escrow again', 'the money is for', 'Do not ship'])
      for (const text of [said(role, INSTANT, 1), said(role, null, 0)]) expect(text).not.toContain(unsaid);
  }
});

test('a refund that is delayed is told apart from one that came back, and from what goes back beside the sale', () => {
  const said = (details: Email['details'], kind: DeadlineKind = 'refundRetry') =>
    render(email('refundDelayed', { details, money: money({ status: 'REFUND_BUYER', ...dueThen(kind) }) })).text;
  expect(said({ retryAt: INSTANT })).toContain(
    'The refund for “Knight <of> "Ash" & Bone” did not go through at once. Your money is safe with us.',
  );
  expect(said({ retryAt: INSTANT })).toContain('We try again on 7 May 2026');
  expect(said({ retryAt: INSTANT, attempt: 2 })).toContain('did not go through this time either.');
  const back = said({ retryAt: null, cameBack: 5_825 });
  expect(back).toContain('€58.25 of your refund for “Knight <of> "Ash" & Bone” came back to us from your bank.');
  expect(back).not.toContain('did not go through');
  const beside = said({ retryAt: INSTANT, beside: 1 }, 'duplicateRetry');
  expect(beside).toContain('beside the sale did not go through at once. The sale is not changed by it.');
  expect(beside).toContain('We try again on 7 May 2026');
});

test('the seller of something over €100 is told that a tracking code is needed', () => {
  expect(render(email('salePaid')).text).toContain('tracking code');
  expect(render(email('salePaid', { sale: { ...sale, amount: 10_000 } })).text).not.toContain('tracking code');
});

test('the buyer reads at the release when a rating is taken, and how long a dispute of theirs [D2-387] [L-127]', () => {
  const reclaims: Record<string, MoneyState['reclaim']> = {
    buyer: { how: 'dispute', until: INSTANT },
    timer: { how: 'dispute', until: null },
    staff: { how: 'appeal', until: INSTANT },
  };
  const said = (by: string) => {
    const state = money({ status: 'ESCROW_COMPLETED', reclaim: reclaims[by] ?? null });
    return render(email('escrowReleased', { details: { by, toSeller: 8500 }, money: state })).text;
  };
  for (const by of ['buyer', 'staff', 'settlement'])
    expect(said(by)).toContain('you can rate the seller as soon as the money can be paid out.');
  expect(said('buyer')).toContain(
    'You can still open a dispute until 7 May 2026 at 14:30 CEST, and before the payout begins.',
  );
  expect(said('timer')).toContain('You can still open a dispute until the payout begins.');
  for (const by of ['staff', 'settlement']) expect(said(by)).not.toContain('dispute');
});

test('the seller is promised the payout at the release, unless suspended', () => {
  const released = (details = {}) =>
    render(
      email('escrowReleased', {
        role: 'seller',
        details: { by: 'buyer', toSeller: 8500, ...details },
        money: money({ status: 'READY_FOR_PAYOUT', ...dueThen('payoutRun') }),
      }),
    ).text;
  expect(released()).toContain('The money leaves for your bank account on 7 May 2026');
  expect(released({ suspended: 1 })).not.toContain('It leaves');
  expect(released({ suspended: 1 })).toContain('No payout to you begins while your account is suspended or closed');
});

test('support is one address, in every email [D1-015]', () => {
  expect(render(email('accountSuspended')).html).toContain('mailto:help@reliquary.example');
  expect(render(email('accountSuspended')).text).toContain('You can ask for the reasons, and object.');
});

test('who waits for a parcel is led to its carrier, and to no address that somebody typed', () => {
  const of = (carrier: string, trackingCode: string) =>
    render(email('shipped', { details: { escrowEndsAt: INSTANT }, parcel: { carrier, trackingCode } }));
  const page = 'https://tracking.dpd.de/status/en_US/parcel/05222134567890';
  const { html, text } = of('DPD', '05222134567890');
  expect(html).toContain(`<a href="${page}"`);
  expect(text).toContain(`Follow the parcel at DPD: ${page}`);
  const typed = of('https://evil.example', 'https://evil.example/x');
  expect(typed.html).not.toContain('href="https://evil');
  expect(typed.text).not.toContain('Follow the parcel');
});
