import { describe, expect, test } from 'vitest';
import { EMAILS, type Email } from '#application/notifications/emails/email.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { SUSPENSION_GROUND_WORDS, SUSPENSION_GROUNDS } from '#domain/accounts/suspensionGrounds.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import type { MoneyState } from '#domain/transactions/moneyState.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example/', supportEmail: 'help@reliquary.example' });

const INSTANT = Date.UTC(2026, 4, 7, 12, 30);
const transaction: NonNullable<Email['transaction']> = {
  id: '7'.repeat(32),
  reference: 'TX7K2M9QPD',
  listingId: '1'.repeat(32),
  buyerId: 'b'.repeat(32),
  sellerId: '5'.repeat(32),
  title: 'Knight <of> "Ash" & Bone',
  picture: null,
  amount: 12_000,
  fee: 675,
  policyVersion: CURRENT_TERMS.version,
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
  policyVersion: CURRENT_TERMS.version,
  status: 'IN_ESCROW',
  holds: [],
  deadlines: [],
  reclaim: null,
  appeals: { buyer: null, seller: null },
  appealsAfterRefund: { buyer: null, seller: null },
  item: 'buyer',
  endedOwnHold: false,
  ...change,
});
const dueThen = (kind: DeadlineKind) => ({ deadlines: [{ kind, dueAt: INSTANT }] });

const email = (template: Email['template'], change: Partial<Email> = {}): Email => ({
  template,
  username: 'Ada',
  role: 'buyer',
  transaction,
  details: {},
  path: null,
  ...change,
});

test('shows the latest checkpoint of the log in the footer', () => {
  const headLine = `56 ${'A'.repeat(43)}=`;
  const { text, html } = render(email('shipped', { headLine }));
  expect(text.endsWith(`\n${headLine}`)).toBe(true);
  expect(html).toContain(headLine);
  expect(render(email('shipped')).text).not.toContain('checkpoint of our transparency log');
});

describe('a suspended reader', () => {
  const KEPT_OUT = 'you cannot sign in to act on this sale until it is reinstated';
  const SEND_NOTHING = 'Do not send the parcel';

  test.each(['salePaid', 'shipReminder'] as const)('gets no link from %s and is asked to send nothing', (template) => {
    const { text, html } = render(email(template, { role: 'seller', keptOut: true, details: { shipBy: INSTANT } }));
    for (const words of [text, html]) {
      expect(words).toContain(KEPT_OUT);
      expect(words).toContain(SEND_NOTHING);
      expect(words).not.toContain('/transactions/');
      expect(words).toContain('https://reliquary.example/faq');
    }
  });

  test.each<[string, Partial<Email>]>([
    ['bought the item', { role: 'buyer' }],
    ['has shipped the item', { transaction: { ...transaction, shippedAt: INSTANT } }],
    ['is not paid yet', { transaction: { ...transaction, shipBy: null } }],
    ['had the transaction cancelled', { transaction: { ...transaction, cancelled: { by: 'buyer', reason: null } } }],
    ['missed the deadline', { transaction: { ...transaction, shipmentMissed: true } }],
  ])('gets no warning about the parcel if the reader %s', (_, change) => {
    const { text } = render(email('returnApproved', { role: 'seller', keptOut: true, ...change }));
    expect(text).toContain(KEPT_OUT);
    expect(text).not.toContain(SEND_NOTHING);
  });

  test('reads at the suspension not to send anything that cannot be confirmed', () =>
    expect(render(email('accountSuspended', { transaction: null, role: null })).text).toContain(
      'Do not send anything that has not shipped yet: you cannot confirm a shipment meanwhile',
    ));

  test('alone reads about the suspension', () =>
    expect(render(email('salePaid', { role: 'seller' })).text).not.toContain('suspended'));
});

test('with an unverified address is greeted without a name', () => {
  const { text, html } = render(
    email('verifyEmail', { username: null, transaction: null, path: '/verify-email?token=abc' }),
  );
  expect(text.split('\n')).toContain('Greetings.');
  expect(html).toContain('>Greetings.<');
});

test('shows each result of a saved search with picture, price, total and link', () => {
  const listing = (id: string) => ({
    listing: id,
    title: `Knight ${id}`,
    price: 3_800,
    how: 'offered' as const,
    searches: ['Knights', 'Cheap ones'],
    picture: `/files/${id}.webp`,
    allIn: { total: 4_520, destination: 'Italy' },
  });
  const news = email('searchNews', { transaction: null, found: [listing('k1'), listing('k2')], unsubscribe: 'x' });
  const { subject, text, html } = render(news);
  expect(subject).toBe('2 new listings for your saved searches');
  const line = '€38.00 (€45.20 including delivery to Italy) · matches “Knights” and “Cheap ones”';
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

describe('a purchase cancelled because its seller is suspended', () => {
  const cancelled = (role: 'buyer' | 'seller', details: Email['details']) =>
    render(email('saleCancelled', { role, details })).text;

  test('says so to both, and tells the buyer that a payment under way is refunded', () => {
    const itself = { by: 'system', paid: 0 };
    for (const role of ['buyer', 'seller'] as const)
      expect(cancelled(role, itself)).toContain('was cancelled: its seller does not sell at present.');
    expect(cancelled('buyer', itself)).toContain('Nothing had been paid.');
    expect(cancelled('buyer', itself)).toContain('we send it back as soon as it arrives');
    expect(cancelled('seller', itself)).not.toContain('we send it back');
  });
  test('is refunded in full if money had arrived', () => {
    const text = cancelled('buyer', { by: 'system', paid: 1 });
    expect(text).toContain('We refund your payment in full');
    expect(text).not.toContain('Nothing had been paid');
  });
  test('is not announced to a party who cancelled it', () => {
    expect(cancelled('buyer', { by: 'buyer', paid: 0 })).toContain('You have cancelled the sale of');
    expect(cancelled('buyer', { by: 'seller', paid: 0 })).toContain('The seller has cancelled the sale of');
  });
});

test('does not promise payouts to a verified bank account while its change is on hold', () => {
  const { text } = render(email('bankAccountVerified', { transaction: null }));
  expect(text).toContain(
    `If you changed the account or its holder, payouts start ${ACCOUNT_TERMS.bankChange} after the change`,
  );
});

const PATHS: Partial<Record<Email['template'], string>> = {
  verifyEmail: '/verify-email?token=abc',
  resetPassword: '/reset-password?token=abc',
  confirmOldEmail: '/email-change?token=abc',
  confirmNewEmail: '/email-change?token=abc',
  firstFactorAdded: '/new-factor?token=abc',
};

describe.each(EMAILS)('the e-mail %s', (template) => {
  test.each(['buyer', 'seller'] as const)(
    'to the %s says the same in HTML and text and has one working link',
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

test.each(EMAILS)('the e-mail %s about a transaction shows the item and a link to the settings', (template) => {
  const shown = render(
    email(template, {
      transaction: { ...transaction, picture: '/files/knight.webp' },
      path: PATHS[template] ?? null,
      details: { lapsesAt: INSTANT, at: INSTANT, about: 'disputeReview', from: INSTANT, until: INSTANT },
    }),
  );
  expect(shown.html).toContain('<img src="https://reliquary.example/files/knight.webp"');
  for (const body of [shown.text, shown.html.replaceAll('&amp;', '&')])
    expect(body).toContain('https://reliquary.example/settings?tab=profile#emails');
});

test('shows no item without a transaction, and no settings without an account', () => {
  const { text, html } = render(email('verifyEmail', { transaction: null, path: '/verify-email?token=abc' }));
  expect(html).not.toContain('<img');
  expect(text).not.toContain('#emails');
});

test('escapes user texts in HTML and plain text', () => {
  const { html, text } = render(email('paymentReceived'));
  expect(html).toContain('Knight &lt;of&gt; &quot;Ash&quot; &amp; Bone');
  expect(html).not.toContain('<of>');
  expect(text).toContain('Knight <of> "Ash" & Bone');
});

test('links staff from a reported message to the reports screen', () => {
  const { text, html } = render(
    email('messageReported', { transaction: null, role: null, details: { message: 'm1' } }),
  );
  for (const body of [text, html]) {
    expect(body).toContain('https://reliquary.example/staff/reports');
    expect(body).not.toContain('/api/');
  }
});

test('lists money in one order, and it adds up', () => {
  const { text } = render(email('purchaseStarted'));
  const labels = ['Item Price: €120.00', 'Platform Fee (5% + €0.75): €6.75', 'Shipping Cost: €5.00', 'Total: €131.75'];
  expect(
    labels.map((label) => text.indexOf(label)).every((place, index, places) => place > (places[index - 1] ?? 0)),
  ).toBe(true);
});

test('writes large amounts as on the screens', () => {
  const { text } = render(email('paymentReceived', { transaction: { ...transaction, amount: 3_999_999 } }));
  expect(text).toContain('€39,999.99');
  expect(text).toContain('Total: €40,011.74');
});

test('shows no total for a purchase without an address', () => {
  const { text } = render(email('purchaseStarted', { transaction: { ...transaction, shippingCost: null } }));
  expect(text).toContain('Total before shipping: €126.75');
  expect(text).not.toContain('Total:');
});

test.each([
  ['verifyEmail', '/verify-email?token=t', 'https://reliquary.example/verify-email?token=t'],
  ['resetPassword', '/reset-password?token=t', 'https://reliquary.example/reset-password?token=t'],
  ['salePaid', null, `https://reliquary.example/transactions/${transaction.id}`],
  ['bankAccountNeeded', null, 'https://reliquary.example/settings?tab=seller'],
] as const)('links %s to its page', (template, path, link) => {
  expect(render(email(template, { path })).text).toContain(link);
});

test('links to the pause in the notices before escrow ends [D2-385]', () => {
  const state = money(dueThen('escrowEnd'));
  const { html, text } = render(email('escrowNotice', { details: { daysLeft: 1 }, money: state }));
  for (const body of [html, text])
    expect(body).toContain(`https://reliquary.example/transaction/${transaction.id}/pause-escrow`);
  expect(text).toContain('7 May 2026');
});

test('says in refund e-mails that refunds take 5 to 7 business days [D2-391]', () => {
  expect(render(email('refundRequested', { details: { amount: 100 } })).text).toContain('5 to 7 business days');
});

test('tells the buyer of a dispute who answers first, and names only a claimed amount [L-085] [L-089]', () => {
  const said = (details: Email['details'], role: 'buyer' | 'seller' = 'buyer') => {
    const state = { holds: ['disputed'], ...(details.answerBy === null ? {} : dueThen('disputeAnswer')) } as const;
    return render(email('disputeOpened', { role, details, money: money(state) })).text;
  };
  const expired = { claim: 13_175, answerBy: INSTANT };
  for (const role of ['buyer', 'seller'] as const) {
    expect(said(expired, role)).toContain('; the buyer requests €131.75 back.');
    expect(said(expired, role)).toMatch(
      role === 'buyer' ? /The seller has until 7 May 2026.* to accept the claim/ : /You have until 7 May 2026/,
    );
  }
  const bySeller = said({ claim: 0, answerBy: null });
  expect(bySeller).toContain('Our staff look at it and decide.');
  expect(bySeller).not.toMatch(/requests|€0|has until/);
});

test('tells each party of an approved return where the address comes from', () => {
  const details = { shipBackBy: INSTANT };
  expect(render(email('returnApproved', { details })).text).toContain('Ask the seller for the return address.');
  expect(render(email('returnApproved', { details, role: 'seller' })).text).toContain('send them your return address.');
});

test.each(['purchaseStarted', 'paymentTimedOut', 'saleTimedOut', 'saleMispaid'] as const)(
  'does not promise the listing to anyone in %s, because an agreed price may reserve it',
  (template) => {
    const { subject, text } = render(email(template, { details: { windowEndsAt: INSTANT, captured: 1 } }));
    expect(`${subject} ${text}`).not.toMatch(/free again|on offer again|back on sale/);
    expect(NOTIFICATIONS.payment_timeout({ item: 'it', sender: '', amount: 0, terms: TERMS })).toMatch(
      /the listing is no longer kept for it\.$/,
    );
  },
);

test('tells suspended buyers that the end of escrow pays nobody automatically', () => {
  expect(render(email('accountSuspended', { transaction: null })).text).toContain(
    'the end of escrow pays nobody automatically: our staff look first',
  );
});

test('says that the fee is kept after a partial refund', () => {
  const { text } = render(email('partialRefundCompleted', { details: { amount: 1_500 } }));
  expect(text).toContain('The rest of your payment goes to the seller and the platform fee, as decided.');
});

test('names the amount of a chargeback only if it is a part of the payment', () => {
  const paid = { ...transaction, captured: 5_825 };
  const asked = (role: 'buyer' | 'seller', amount: number) =>
    render(email('saleOnHold', { role, transaction: paid, details: { cause: 'bank', amount } })).text;
  expect(asked('buyer', 1_000)).toContain('Your bank asks us to return €10.00 of your payment for');
  expect(asked('seller', 1_000)).toContain('The buyer’s bank asks us to return €10.00 of the payment for');
  expect(asked('buyer', paid.captured)).toContain('Your bank asks us to return your payment for');
});

test('asks the buyer for the carrier’s record if a return has not arrived', () => {
  const { subject, text } = render(email('returnNotArrived', { role: 'buyer' }));
  expect(subject).toContain('Your return has not arrived');
  expect(text).toContain('The funds stay in escrow, and our staff will decide.');
  expect(text).toContain('what the carrier says about the parcel');
});

describe('an approved return', () => {
  const terms = (addressed: number, postage: string) => ({ details: { addressed, postage } });
  test('links to the address on the transaction page and says who pays the return shipping', () => {
    const text = approved({ role: 'buyer', ...terms(1, 'buyer') });
    expect(text).toContain('The page of the sale shows the return address.');
    expect(text).toContain('You pay the return postage.');
    expect(text).toContain('The escrow countdown then continues');
    expect(approved({ role: 'buyer', ...terms(1, 'seller') })).toContain('The seller pays the return postage');
    expect(approved({ role: 'seller', ...terms(1, 'buyer') })).toContain('to the shipping address in your settings');
  });
  test('without an address refers the buyer to staff and asks the seller for it', () => {
    const text = approved({ role: 'buyer', ...terms(0, 'buyer') });
    expect(text).toContain('We do not have the return address yet, so please do not send anything.');
    expect(text).not.toMatch(/Ask the seller|escrow runs on/);
    expect(approved({ role: 'seller', ...terms(0, 'buyer') })).toContain(
      'give your return address on the page of the sale',
    );
    const given = render(email('returnAddressGiven', { role: 'buyer', details: { shipBackBy: INSTANT } }));
    expect(given.text).toContain('The page of the sale shows the return address');
  });

  const approved = (change: Partial<Email>) =>
    render(email('returnApproved', { money: money({ holds: ['returning'], ...dueThen('returnShipBack') }), ...change }))
      .text;

  test('refers its buyer to the seller for the address, or to a dispute', () => {
    const text = approved({ role: 'buyer' });
    expect(text).toContain('Ask the seller for the return address');
    expect(text).toContain('If they do not give an address, open a dispute on the page of the sale before that date');
    expect(text).toContain('If you do not, the return lapses. The escrow countdown then continues');
  });
  test('refers nobody to an unavailable seller: staff hold the transaction and give the address', () => {
    const text = approved({
      role: 'buyer',
      details: { shipBackBy: INSTANT, suspended: 1 },
      money: money({ holds: ['returning', 'staff'], ...dueThen('returnShipBack') }),
    });
    expect(text).toContain('They will tell you where to send it');
    expect(text).not.toContain('Ask the seller');
    expect(text).toContain('The escrow countdown stays paused then, because our staff look at the sale.');
    expect(text).not.toContain('suspended');
  });
  test('asks a suspended seller to answer by e-mail, because nothing else works for them', () => {
    expect(approved({ role: 'seller', keptOut: true })).toContain('reply to this email with your return address');
    expect(approved({ role: 'seller' })).toContain('send them your return address');
  });
});

describe('a payment of which a bank took a part', () => {
  const lost = { amount: 1_000, goesOn: 1, through: 'bank' };
  const said = (role: 'buyer' | 'seller', shippedAt: number | null, details: Email['details'] = lost) =>
    render(email('chargebackLost', { role, transaction: { ...transaction, shippedAt }, details })).text;
  test('tells nobody that an unshipped transaction continues: the rest is refunded', () => {
    expect(said('buyer', null)).toContain('the rest goes back to you as well');
    expect(said('seller', null)).toContain('the rest goes back to the buyer as well');
    for (const role of ['buyer', 'seller'] as const) expect(said(role, null)).not.toContain('goes on');
    expect(said('seller', null)).toContain('Do not ship the miniature.');
    expect(said('buyer', null)).not.toContain('Do not ship');
  });
  test('says that a shipped transaction continues with the rest, also after a refund by hand', () => {
    for (const role of ['buyer', 'seller'] as const) {
      expect(said(role, INSTANT)).toContain('The sale continues with the rest of the money.');
      expect(said(role, null, { ...lost, through: null })).toContain('The sale continues with the rest of the money.');
    }
  });
});

test('says that money from a reversed chargeback belongs to the buyer if the sale ended unshipped', () => {
  const said = (role: 'buyer' | 'seller', shippedAt: number | null, hadEnded: 0 | 1) =>
    render(
      email('chargebackReversed', {
        role,
        transaction: { ...transaction, shippedAt },
        details: { amount: 1_000, hadEnded },
      }),
    ).text;
  expect(said('seller', null, 1)).toContain('so the money belongs to the buyer.');
  expect(said('seller', null, 1)).toContain('Do not ship the miniature.');
  expect(said('buyer', null, 1)).toContain('so the money belongs to you.');
  for (const role of ['buyer', 'seller'] as const) {
    expect(said(role, INSTANT, 1)).toContain('The page of the sale shows what happens next.');
    for (const unsaid of ['escrow again', 'the money belongs to', 'Do not ship'])
      for (const text of [said(role, INSTANT, 1), said(role, null, 0)]) expect(text).not.toContain(unsaid);
  }
});

test('tells delayed refunds apart from returned ones and from refunds of extra payments', () => {
  const said = (details: Email['details'], kind: DeadlineKind = 'refundRetry') =>
    render(email('refundDelayed', { details, money: money({ status: 'REFUND_BUYER', ...dueThen(kind) }) })).text;
  expect(said({ retryAt: INSTANT })).toContain(
    'The refund for “Knight <of> "Ash" & Bone” did not go through the first time. Your money is safe with us.',
  );
  expect(said({ retryAt: INSTANT })).toContain('We try again on 7 May 2026');
  expect(said({ retryAt: INSTANT, attempt: 2 })).toContain('did not go through this time either.');
  const back = said({ retryAt: null, cameBack: 5_825 });
  expect(back).toContain('€58.25 of your refund for “Knight <of> "Ash" & Bone” came back to us from your bank.');
  expect(back).not.toContain('did not go through');
  const beside = said({ retryAt: INSTANT, beside: 1 }, 'duplicateRetry');
  expect(beside).toContain('did not go through the first time. The sale is not affected.');
  expect(beside).toContain('We try again on 7 May 2026');
});

test('asks for a tracking code above €100', () => {
  expect(render(email('salePaid')).text).toContain('tracking code');
  expect(render(email('salePaid', { transaction: { ...transaction, amount: 10_000 } })).text).not.toContain(
    'tracking code',
  );
});

test('tells the buyer at the release when rating and dispute end [D2-387] [L-127]', () => {
  const reclaims: Record<string, MoneyState['reclaim']> = {
    buyer: { until: INSTANT },
    timer: { until: null },
  };
  const said = (by: string) => {
    const appeals = { buyer: by === 'staff' ? INSTANT : null, seller: null };
    const state = money({ status: 'ESCROW_COMPLETED', reclaim: reclaims[by] ?? null, appeals });
    return render(email('escrowReleased', { details: { by, toSeller: 8500 }, money: state })).text;
  };
  for (const by of ['buyer', 'settlement'])
    expect(said(by)).toContain('you can rate the seller as soon as the money can be paid out.');
  expect(said('buyer')).toContain(
    'You can still open a dispute until 7 May 2026 at 14:30 CEST, and before the payout begins.',
  );
  expect(said('timer')).toContain('You can still open a dispute until the payout begins.');
  // a decision is no moment to ask for stars
  expect(said('staff')).not.toMatch(/rate|Tell others/);
  expect(said('staff')).toContain('Their reasons are on the page of the sale.');
  for (const by of ['staff', 'settlement']) expect(said(by)).not.toContain('dispute');
  expect(said('staff')).toContain('You can still appeal against the decision until 7 May 2026 at 14:30 CEST');
});

test('addresses the mail of a decision to its reader, with the place of its reasons and how to appeal', () => {
  const said = (role: 'buyer' | 'seller', toBuyer: number, toSeller: number, change: Partial<MoneyState> = {}) =>
    render(email('decided', { role, details: { toBuyer, toSeller }, money: money(change) }));
  const lost = said('buyer', 0, 8500, { appeals: { buyer: INSTANT, seller: null } });
  expect(lost.subject).toBe('Our staff decided: TX7K2M9QPD');
  expect(lost.text).toContain('Nothing goes back to you. €85.00 goes to the seller.');
  expect(lost.text).toContain('You can read them on the page of the sale.');
  expect(lost.text).toContain(`View Decision: https://reliquary.example/transactions/${transaction.id}`);
  expect(lost.text).toContain('To appeal, open the page of the sale, press “Appeal the decision”');
  expect(lost.text).not.toMatch(/\bdispute|the buyer/i);
  expect(said('seller', 3000, 5500).text).toContain('€30.00 goes back to the buyer, and €55.00 goes to you.');
  expect(said('seller', 3000, 5500).text).not.toContain('To appeal');
});

test.each([
  ['buyer', 'buyer', 'The item stays with you, even if everything is refunded, and nobody has to send it back.'],
  ['seller', 'buyer', 'The item stays with the buyer, even if everything is refunded'],
  ['seller', 'seller', 'The item was not shipped, so it stays with you.'],
  ['buyer', 'sentBack', 'The item stays where it is now, and nobody has to send it.'],
] as const)('tells the %s who keeps the item that is with: %s', (role, item, words) => {
  for (const template of ['decided', 'disputeClosed', 'decisionDraft'] as const)
    expect(
      render(email(template, { role, details: { toBuyer: 8975, toSeller: 0 }, money: money({ item }) })).text,
    ).toContain(words);
});

test.each([
  [{}, 'The seller refused your request to return “Dragon” and asked our staff to decide.'],
  [{ sentBack: 1 }, 'The seller rejected what you sent back for “Dragon” and asked our staff to decide.'],
])('calls a return that goes to staff no dispute of the buyer: %j', (details, words) => {
  const { text } = render(email('returnRefused', { details, money: money() }));
  expect(text).toContain(words.replace('Dragon', transaction.title));
  expect(text).not.toContain('now a dispute');
});

test('names in the mail of a decision who may appeal until when, and what follows otherwise', () => {
  const appeals = { buyer: null, seller: INSTANT };
  const state = money({ holds: ['refundDeferred'], appeals, ...dueThen('decidedRefund') });
  const said = (role: 'buyer' | 'seller', change = state) =>
    render(email('decided', { role, details: { toBuyer: 8975, toSeller: 0 }, money: change })).text;
  expect(said('seller')).toContain(
    'You have until 7 May 2026 at 14:30 CEST to appeal against the decision. If you do not, the refund is sent to the buyer.',
  );
  expect(said('buyer')).toContain(
    'The seller has until 7 May 2026 at 14:30 CEST to appeal against the decision. If the seller does not, the refund is sent to you.',
  );
  const both = { ...state, appeals: { buyer: INSTANT, seller: INSTANT } };
  for (const role of ['buyer', 'seller'] as const) {
    expect(said(role, both)).toContain(
      `You and the ${role === 'buyer' ? 'seller' : 'buyer'} have until 7 May 2026 at 14:30 CEST to appeal against the decision. If neither of you does, the refund is sent to ${role === 'buyer' ? 'you' : 'the buyer'}.`,
    );
    expect(said(role, both)).not.toContain('can still appeal');
    expect(said(role, money({ status: 'REFUND_BUYER' }))).not.toContain('appeal');
  }
});

test('names in the mail of a decision, while its refund is on its way, who may appeal from when until when', () => {
  const state = money({ status: 'REFUND_BUYER', appealsAfterRefund: { buyer: INSTANT, seller: null } });
  const said = (role: 'buyer' | 'seller') =>
    render(email('decided', { role, details: { toBuyer: 3000, toSeller: 5500 }, money: state })).text;
  const right =
    'can appeal against the decision once the refund has arrived, until 7 May 2026 at 14:30 CEST, and before the payout begins.';
  expect(said('buyer')).toContain(`You ${right}`);
  expect(said('buyer')).toContain('To appeal then, open the page of the sale');
  expect(said('buyer')).toContain('You can appeal only once.');
  expect(said('seller')).toContain(`The buyer ${right}`);
  expect(said('seller')).not.toContain('To appeal');
});

test('names the party that appeals', () => {
  for (const [role, other] of [
    ['buyer', 'seller'],
    ['seller', 'buyer'],
  ] as const)
    expect(render(email('decisionAppealed', { role, money: money({ holds: ['disputed'] }) })).text).toContain(
      `The ${other} has appealed against the decision`,
    );
});

test('promises the payout at the release, except to suspended sellers', () => {
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
  expect(released({ suspended: 1 })).toContain('We start no payout to you while your account is suspended or closed');
});

test('names one support address in every e-mail [D1-015]', () => {
  expect(render(email('accountSuspended')).html).toContain('mailto:help@reliquary.example');
  expect(render(email('accountSuspended')).text).toContain('You can ask for the reasons and object.');
});

test.each(SUSPENSION_GROUNDS)('names the ground “%s” of a suspension, and how to object', (ground) => {
  const { text } = render(email('accountSuspended', { details: { ground } }));
  expect(text).toContain(`The ground: ${SUSPENSION_GROUND_WORDS[ground].slice(0, 1).toLowerCase()}`);
  expect(text).toContain(SUSPENSION_GROUND_WORDS[ground].slice(1));
  expect(text).toContain('reply to this email within 184 days and tell us why');
  expect(text).not.toContain('You can ask for the reasons');
});

test('links to a known carrier, never to a typed address', () => {
  const of = (carrier: string, trackingCode: string) =>
    render(email('shipped', { details: { escrowEndsAt: INSTANT }, parcel: { carrier, trackingCode } }));
  const page = 'https://tracking.dpd.de/status/en_US/parcel/05222134567890';
  const { html, text } = of('DPD', '05222134567890');
  expect(html).toContain(`<a href="${page}"`);
  expect(text).toContain(`Track the parcel at DPD: ${page}`);
  const typed = of('https://evil.example', 'https://evil.example/x');
  expect(typed.html).not.toContain('href="https://evil');
  expect(typed.text).not.toContain('Track the parcel');
});

describe('the subject of an e-mail about a case', () => {
  const subject = (about: string, openCase?: Email['openCase'], sale: Email['transaction'] = transaction) =>
    render(email('caseForStaff', { role: null, transaction: sale, details: { about }, ...(openCase && { openCase }) }))
      .subject;
  const dispute = {
    category: 'DAMAGED',
    claim: 15_000,
    held: 44_675,
    currency: 'EUR',
    waits: [{ for: 'staff' as const, until: Date.UTC(2026, 11, 4, 9) }],
  };
  const comments = { for: 'comments' as const, until: Date.UTC(2026, 10, 30, 9) };
  const none = { ...dispute, category: null, claim: null };

  test('says what is disputed, the claim and the deadline', () => {
    expect(subject('disputeReview', dispute)).toBe(
      'Dispute TX7K2M9QPD · Damaged in transit · claim €150.00 · decide by 4 Dec',
    );
    const confirmed = (who: 'confirmation' | 'second') => [comments, { for: who, until: Date.UTC(2026, 11, 4, 9) }];
    expect(subject('confirmation', { ...dispute, waits: confirmed('confirmation') })).toBe(
      'Dispute TX7K2M9QPD · Decision to confirm · Damaged in transit · claim €150.00 · comments until 30 Nov, then confirm by 4 Dec',
    );
    expect(subject('confirmation', { ...dispute, waits: confirmed('second') })).toContain(
      'comments until 30 Nov, then second person by 4 Dec',
    );
  });
  test('says what the case is, the money held and the deadline', () => {
    expect(subject('staffHold', none)).toBe('Case TX7K2M9QPD · Held by staff · €446.75 held · due 4 Dec');
    expect(subject('paymentMismatch', { ...none, held: 0, waits: [] })).toBe('Case TX7K2M9QPD · Wrong amount paid');
    expect(subject('chargeback', { ...none, held: 4_000, currency: 'JPY' })).toContain('JPY 4,000 held');
  });
  test('works for cases without a sale, and for causes that are no kind of case', () => {
    expect(subject('orphanFact', undefined, null)).toBe('Case · Unmatched provider event');
    expect(subject('unexpectedRefund', none)).toContain('The provider made a refund that nobody requested');
  });
});

test('names after a later decision what had gone back before it', () => {
  const after = { money: money({ refundedBefore: 1_000 }) };
  expect(render(email('partialRefundCompleted', { details: { amount: 500 }, ...after })).text).toContain(
    'was sent back to you. €10.00 had already gone back to you, so you got €15.00 in all. The rest of your payment',
  );
  const decided = (role: 'buyer' | 'seller') =>
    render(email('decided', { role, details: { toBuyer: 500, toSeller: 1_720 }, ...after })).text;
  expect(decided('buyer')).toContain('€10.00 had already gone back to you, so you get €15.00 in all.');
  expect(decided('seller')).toContain('€10.00 had already gone back to the buyer, so the buyer gets €15.00 in all.');
});
