import { describe, expect, test } from 'vitest';
import type { Return, TransactionDetail } from '#application/contract/transactions.ts';
import type { NeedKind } from '#domain/transactions/needs.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { nextAction } from '#web/transactions/components/list/nextAction.ts';
import { whatHappensNext } from '#web/transactions/components/next/whatHappensNext.ts';
import { actionText } from '#web/transactions/text/actionText.ts';
import { deadlineEntries } from '#web/transactions/text/timelineText.ts';
import { moneyOf } from '#web/transactions/transactionMoney.ts';
import { dueTime } from '#web/ui/dates.ts';
import { aDispute, aTransaction } from './aSale.ts';

const NOW = Date.parse('2026-11-25T19:24:00.000Z');
const DUE = '2026-11-28T09:00:00.000Z';

const next = (changes: Partial<TransactionDetail>, reader: 'buyer' | 'seller' = 'buyer') => {
  const transaction = aTransaction({ escrowEndDate: null, deadlines: [], ...changes, role: reader });
  return whatHappensNext({ sale: transaction, money: moneyOf(transaction), reader, now: NOW });
};
const due = (kind: DeadlineKind) => ({ deadlines: [{ kind, dueAt: DUE }] });
const aReturn = (state: Return['state']): Partial<TransactionDetail> => ({
  displayStatus: 'RETURN_IN_PROGRESS',
  return: {
    state,
    request: { text: 'Too small', evidence: [] },
    refusal: null,
    notAsDescribed: false,
    to: null,
    addressed: false,
    postage: null,
    trackingCode: null,
    rejection: null,
  },
});

describe('a decided refund that waits for the seller’s appeal', () => {
  const decision = { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff' as const, rationale: 'The photos' };
  const deferred: Partial<TransactionDetail> = {
    displayStatus: 'IN_ESCROW_DISPUTED',
    dispute: aDispute({ state: 'deferred' }),
    decision: { ...decision, appeals: { buyer: DUE, seller: DUE } },
    ...due('decidedRefund'),
  };

  test('tells each party who can appeal until when, and what follows', () => {
    const sellers = next({ ...deferred, allowed: ['AppealDecision'] }, 'seller');
    expect([sellers.title, sellers.until, sellers.lead]).toEqual([
      'Our staff decided: €60.00 goes back to the buyer',
      DUE,
      `You and the buyer have until ${dueTime(DUE)} to appeal against the decision. If neither of you does, the refund is sent to the buyer.`,
    ]);
    expect(sellers.outcomes.map(({ when }) => when)).toEqual(['You appeal', 'The buyer appeals', 'Nobody appeals']);
    const buyers = next(deferred);
    expect(buyers.title).toBe('Our staff decided: €60.00 goes back to you');
    expect(buyers.outcomes[0]?.when).toBe('You wait');
  });

  test('offers no appeal of a party that has appealed before', () => {
    const appeals = { buyer: null, seller: DUE };
    const only = { ...deferred, decision: { ...decision, appeals } };
    const sellers = next({ ...only, allowed: ['AppealDecision'] }, 'seller');
    expect(sellers.outcomes.map(({ when }) => when)).toEqual(['You appeal', 'You wait', 'Nobody appeals']);
    expect(sellers.lead).toContain('If you do not, the refund is sent to the buyer.');
    expect(next(only).outcomes.map(({ when }) => when)).toEqual(['You wait', 'The seller appeals', 'Nobody appeals']);
  });

  test.each([
    [{ buyer: DUE, seller: DUE }, 'Buyer or seller can appeal'],
    [{ buyer: null, seller: DUE }, 'Seller can appeal'],
  ])('lists among the upcoming steps who can appeal: %j', (appeals, title) => {
    const [entry] = deadlineEntries(aTransaction({ ...deferred, decision: { ...decision, appeals } }), 0);
    expect(entry).toMatchObject({ title, detail: 'If nobody appeals, the buyer is refunded' });
  });

  test('says what stops it', () => {
    expect(next({ ...deferred, deadlines: [], holds: ['chargeback'] }).lead).toBe(
      'The decided refund waits, because your bank asks us to return your payment.',
    );
  });
});

describe('a dispute that waits for the seller', () => {
  const open = { dispute: aDispute(), ...due('disputeAnswer') };

  test('counts down, and tells each party what an acceptance costs or brings', () => {
    const [buyers, sellers] = [next(open), next(open, 'seller')];
    expect([buyers.until, sellers.until]).toEqual([DUE, DUE]);
    expect(buyers.outcomes[0]).toEqual({ when: 'The seller accepts', what: '€60.00 goes back to you.' });
    expect(sellers.outcomes[0]).toEqual({
      when: 'You accept',
      what: '€60.00 goes back to the buyer. €103.00 is left for you.',
    });
    expect(sellers.outcomes[2]?.what).toContain(`The dispute goes to our staff`);
  });

  test('reduced by a chargeback below the claim brings all that is left when accepted', () => {
    const less = { ...open, dispute: aDispute({ accepted: { toBuyer: 50, toSeller: 0, fee: 0 } }) };
    expect(next(less).outcomes[0]?.what).toBe('€50.00 goes back to you.');
    expect(next(less, 'seller').outcomes[0]?.what).toBe('€50.00 goes back to the buyer. €0.00 is left for you.');
  });

  test('opened after the release holds the money and mentions no clock', () => {
    const { lead, until } = next({ ...open, status: 'ESCROW_COMPLETED', displayStatus: 'ESCROW_COMPLETED' });
    expect([lead, until]).toEqual([
      `The money had been released, and is in escrow again while the dispute is open. The seller has until ${dueTime(DUE)} to accept the claim, make an offer or contest it.`,
      DUE,
    ]);
  });
});

describe('a settlement offer', () => {
  const dispute = aDispute({ offer: { toBuyer: 30, toSeller: 133, fee: 8.15, lapsesAt: DUE } });

  test('is shown first, with what each party gets', () => {
    const offered = next({ dispute, ...due('settlementOffer') });
    expect([offered.title, offered.until]).toEqual(['atelier_ruiz offers you €30.00', DUE]);
    expect(offered.outcomes[0]?.what).toBe('€30.00 goes back to you, €133.00 to the seller.');
    expect(next({ dispute, ...due('settlementOffer') }, 'seller').title).toBe(
      'Your offer of €30.00 is waiting for an answer',
    );
  });

  test('lapses without an answer, and the dispute goes to staff', () => {
    expect(next({ dispute }).outcomes[2]?.what).toBe('The offer lapses and the dispute goes on.');
  });
});

test('shows the deadline of a review, and invents none once it has passed', () => {
  const dispute = aDispute({ state: 'under_review' });
  expect(next({ dispute, ...due('disputeReview') })).toMatchObject({
    title: 'Our staff review the dispute',
    until: DUE,
  });
  const late = next({ dispute }, 'seller');
  expect(late.until).toBeNull();
  expect(late.lead).toContain('Our staff have been reminded');
});

describe('a question or draft decision from staff', () => {
  const dispute = aDispute({ state: 'under_review' });
  const PAST = '2026-11-25T09:00:00.000Z';
  const asks = (answerBy: string) => ({
    dispute,
    ...due('disputeReview'),
    questions: { buyer: answerBy, seller: null },
  });

  test('is shown to the asked party with the deadline and what silence means', () => {
    const { title, lead, until, outcomes } = next(asks(DUE));
    expect([title, lead, until]).toEqual([
      'Our staff have a question for you',
      `You have until ${dueTime(DUE)} to answer our staff. Read it under Statements.`,
      DUE,
    ]);
    expect(outcomes[1]?.what).toBe('Our staff may decide without your answer.');
    const late = next(asks(PAST));
    expect([late.lead, late.until]).toEqual([
      'The time to answer our staff has passed. You can still answer until they decide. Read it under Statements.',
      null,
    ]);
  });

  test('is shown to the other party as what staff wait for', () => {
    const { title, outcomes } = next(asks(DUE), 'seller');
    expect(title).toBe('Our staff review the dispute');
    expect(outcomes[2]?.what).toBe(
      `Our staff have asked marta_v something, with an answer due by ${dueTime(DUE)}. You do not have to do anything.`,
    );
    expect(next(asks(PAST), 'seller').outcomes[2]?.what).toContain('until there is a decision');
  });

  test('is shown to both before its confirmation, with what each gets', () => {
    const draft = (until: string) => ({ dispute, draft: { toBuyer: 30, toSeller: 133, fee: 8.15, until } });
    for (const reader of ['buyer', 'seller'] as const) {
      const shown = next(draft(DUE), reader);
      expect([shown.title, shown.lead, shown.until]).toEqual([
        'Our staff plan to decide',
        `Both sides can say something about it until ${dueTime(DUE)}. It is not confirmed before that.`,
        DUE,
      ]);
    }
    expect(next(draft(DUE)).outcomes[0]?.what).toBe(
      '€30.00 to you, €133.00 to the seller, the platform fee of €8.15 is kept. The reasons are under Statements.',
    );
    const seen = next(draft(PAST));
    expect([seen.lead, seen.until]).toEqual([
      'Both sides had time to say something about it. It waits to be confirmed.',
      null,
    ]);
  });
});

test('returns to the next steps after a dispute', () => {
  const dispute = aDispute({ state: 'withdrawn' });
  expect(next({ dispute, ...due('escrowEnd') }).lead).toBe(`Escrow ends on ${dueTime(DUE)}.`);
});

describe('a return', () => {
  test.each([
    ['requested', 'returnAnswer', 'You have asked to return the item', 'The return counts as approved.'],
    [
      'approved',
      'returnShipBack',
      'The return is approved',
      'The return lapses. The escrow countdown then continues with at least 74 hours left.',
    ],
    [
      'shipped',
      'returnInspection',
      'The item is on its way back',
      'The return counts as received and you get everything back, the fee included.',
    ],
  ] as const)('counts down while %s and says what silence does', (state, kind, title, silence) => {
    const shown = next({ ...aReturn(state), ...due(kind) });
    expect([shown.title, shown.until]).toEqual([title, DUE]);
    expect(shown.lead).toContain(` until ${dueTime(DUE)} to `);
    expect(shown.outcomes[2]?.what).toBe(silence);
    expect(next({ ...aReturn(state), ...due(kind) }, 'seller').until).toBe(DUE);
  });

  test('shows the escrow again once it has lapsed', () => {
    const over = { ...aReturn('lapsed'), displayStatus: 'IN_ESCROW', ...due('escrowEnd') };
    expect(next(over).lead).toBe(`Escrow ends on ${dueTime(DUE)}.`);
  });
});

describe('a refund', () => {
  const refund = { amount: 60, toSeller: 103, fee: 8.15, state: 'requested', retryAt: null } as const;
  const refunding = (changes: object = {}) => ({ status: 'REFUND_BUYER' as const, refund: { ...refund, ...changes } });

  test('shows its amount and what the seller gets afterwards', () => {
    const shown = next(refunding());
    expect(shown.lead).toBe('€60.00 is on its way back to you.');
    expect(shown.outcomes[1]?.what).toBe('€103.00 is then released to the seller.');
    expect(next(refunding(), 'seller').outcomes[1]?.what).toBe('€103.00 is then released to you.');
  });

  test('says after a failure when it is retried, and that the money is safe', () => {
    const shown = next({ ...refunding({ state: 'failed', retryAt: DUE }), ...due('refundRetry') });
    expect([shown.title, shown.until]).toEqual(['The refund did not go through', DUE]);
    expect(shown.outcomes[0]?.what).toBe('The money is safe with us. €60.00 still goes back to you.');
  });

  test('promises no date after a failure during a chargeback', () => {
    const shown = next({ ...refunding({ state: 'failed', retryAt: DUE }), holds: ['chargeback'] });
    expect(shown.until).toBeNull();
    expect(shown.lead).toContain('We try again once the bank has decided what it asks back.');
  });

  test('goes to staff after the last failure', () => {
    const shown = next(refunding({ state: 'failed' }));
    expect(shown.until).toBeNull();
    expect(shown.lead).toContain('Our staff take care of it');
  });

  test('leaves the seller the decided part once it is done', () => {
    const decision = { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: null } as const;
    const parts = { toSeller: 103, held: 103 };
    const shown = next(
      { status: 'READY_FOR_PAYOUT', parts, decision, refund: { ...refund, state: 'done' }, ...due('payoutRun') },
      'seller',
    );
    expect(shown.lead).toBe(`€103.00 is released to you. The money leaves for your bank account on ${dueTime(DUE)}.`);
  });
});

describe('a transaction reduced by a chargeback', () => {
  const parts = { toSeller: 143, held: 151.15 };

  test('promises the seller the rest', () => {
    expect(next({ parts, escrowEndDate: DUE }, 'seller').outcomes[0]?.what).toContain('€143.00');
    expect(next({ parts, escrowEndDate: DUE }).outcomes[0]?.what).toContain('€143.00 is released to the seller');
  });

  test('refunds the rest', () => {
    const waiting = { parts, status: 'AWAIT_SHIPPING', displayStatus: 'AWAIT_SHIPPING' } as const;
    expect(next(waiting, 'seller').outcomes[1]?.what).toBe('The buyer gets €151.15 back, fee included.');
  });
});

describe('a payout', () => {
  const payable = (kind: DeadlineKind, reader: 'buyer' | 'seller') =>
    next({ status: 'READY_FOR_PAYOUT', displayStatus: 'READY_FOR_PAYOUT', ...due(kind) }, reader);

  test('shows the day it leaves, and how long banks take', () => {
    const { lead, outcomes } = payable('payoutRun', 'seller');
    expect(lead).toBe(`€163.00 is released to you. The money leaves for your bank account on ${dueTime(DUE)}.`);
    expect(outcomes[0]?.what).toBe('Banks take one or two business days after that.');
    expect(payable('payoutRun', 'buyer').outcomes[2]?.what).toBe(
      `The money leaves for the seller’s bank account on ${dueTime(DUE)}.`,
    );
  });

  test('shows no day without a verified bank account', () => {
    const ready = { status: 'READY_FOR_PAYOUT', displayStatus: 'READY_FOR_PAYOUT' } as const;
    expect(next(ready, 'seller').lead).toBe(
      '€163.00 is released to you. The money is paid out once your bank account is verified.',
    );
    expect(next(ready).outcomes[2]?.what).toBe('The money is paid out once the seller can be paid.');
  });

  test('says that it failed, and does not repeat its broken promise', () => {
    const shown = payable('payoutRetry', 'seller');
    expect(shown.lead).toBe(
      `The last payout failed. €163.00 is released to you. The money leaves for your bank account on ${dueTime(DUE)}.`,
    );
    expect(JSON.stringify(shown)).not.toContain('within 3 business days');
  });
});

test('does not call a stopped clock a pause if there is none', () => {
  expect(next({ holds: ['staff'] }).lead).toMatch(
    /^The escrow countdown is paused, because our staff look at the sale\./,
  );
});

test('shows on a card the reader’s task in a dispute or return with its deadline', () => {
  const action = (kind: NeedKind) =>
    nextAction(
      aTransaction({ role: kind === 'disputeAnswer' ? 'seller' : 'buyer', needs: [{ kind, dueAt: DUE }] }),
      NOW,
    );
  expect(action('disputeAnswer')).toEqual({
    text: `You have until ${dueTime(DUE)} to accept the claim, make an offer or contest it.`,
    otherwise: 'If you stay silent, the dispute goes to our staff.',
  });
  expect(action('settlementOffer')?.text).toBe(`You have until ${dueTime(DUE)} to accept or refuse the offer.`);
  expect(action('returnShipBack')?.text).toBe(`You have until ${dueTime(DUE)} to send it back with a tracking code.`);
});

test('promises no second dispute at the end of a pause during a dispute or return [L-085]', () => {
  const needs = [{ kind: 'pauseLimit', dueAt: DUE } as const];
  const otherwise = (displayStatus: string) => nextAction(aTransaction({ displayStatus, needs }), NOW)?.otherwise;
  expect(otherwise('IN_ESCROW_PAUSED')).toBe('If nobody acts, a dispute then opens by itself.');
  expect(otherwise('IN_ESCROW_DISPUTED')).toBe('If nobody acts, only the pause ends then, and the dispute goes on.');
  expect(otherwise('RETURN_IN_PROGRESS')).toMatch(/unless the return is still open\.$/);
  const [entry] = deadlineEntries(aTransaction({ deadlines: [{ kind: 'pauseLimit', dueAt: DUE }] }), 0);
  expect(entry?.detail).toMatch(/a dispute opens by itself, unless one or a return is open/i);
});

test('promises no clock after a pause during a hold, not even on a card', () => {
  for (const hold of ['chargeback', 'staff'] as const)
    expect(actionText(aTransaction({ holds: [hold] })).resumeEscrow.hint).toBe(
      `The escrow countdown stays paused then, because ${hold === 'staff' ? 'our staff look at the sale' : 'your bank asks us to return your payment'}.`,
    );
  expect(actionText(aTransaction()).resumeEscrow.hint).toContain('The escrow countdown then continues');
});

describe('an approved return', () => {
  const said = (holds: TransactionDetail['holds']) =>
    next({ ...aReturn('approved'), ...due('returnShipBack'), holds }).outcomes;

  test('says what to do if the seller gives no address', () => {
    const [send, , nobody] = said([]);
    expect(send?.what).toContain('Ask the seller for the return address, and open a dispute if you do not get it.');
    expect(nobody?.what).toContain('The return lapses. The escrow countdown then continues');
  });
  test('refers to the address once it is known', () => {
    const { return: item } = aReturn('approved');
    const addressed = {
      ...aReturn('approved'),
      return: item ? { ...item, addressed: true, postage: 'buyer' as const } : null,
    };
    const [send] = next({ ...addressed, ...due('returnShipBack') }).outcomes;
    expect(send?.what).toContain('Send it to the address below.');
    expect(next({ ...addressed, ...due('returnShipBack') }, 'seller').outcomes[0]?.what).not.toContain('where to');
  });
  test('promises the seller no payout before the end of a hold', () => {
    const kept = (holds: TransactionDetail['holds']) =>
      next({ ...aReturn('approved'), ...due('returnShipBack'), holds }, 'seller').outcomes[1]?.what;
    expect(kept([])).toBe('€163.00 is released to you as soon as arrival is confirmed.');
    expect(kept(['staff'])).toBe('€163.00 is released to you. It is paid out when the hold has ended.');
  });
  test('promises no clock during a staff hold, where staff give the address', () => {
    const [send, , nobody] = said(['staff']);
    expect(send?.what).toContain('Our staff tell you where to send it.');
    expect(nobody?.what).toBe(
      'The return lapses. The escrow countdown stays paused then, because our staff look at the sale.',
    );
  });
});

test('shows on a card what it waits for if its reader has no task', () => {
  const transaction = aTransaction({ ...due('disputeAnswer'), needs: [] });
  const text = `The seller has until ${dueTime(DUE)} to accept the claim, make an offer or contest it.`;
  expect(nextAction(transaction, NOW)).toEqual({ text });
  expect(nextAction(aTransaction({ deadlines: [], needs: [] }), NOW)).toBeNull();
});

describe('a hold', () => {
  const held = (holds: TransactionDetail['holds'], status: TransactionDetail['status'], reader: 'buyer' | 'seller') =>
    next({ holds, status, displayStatus: status }, reader);

  test('by the bank before shipment stops the seller and lets the buyer withdraw the chargeback', () => {
    const [buyers, sellers] = [
      held(['chargeback'], 'AWAIT_SHIPPING', 'buyer'),
      held(['chargeback'], 'AWAIT_SHIPPING', 'seller'),
    ];
    expect(buyers.lead).toContain('Your bank asks us to return your payment');
    expect(buyers.outcomes[1]?.what).toBe('Ask your bank to withdraw the chargeback, and the hold ends.');
    expect(sellers.outcomes[0]?.what).toContain('you have 4 days to ship again');
    expect(sellers.outcomes[1]?.what).toContain('Do not ship it now');
  });

  test('by a bank for a part tells both how much, before shipment and in escrow', () => {
    const part = { sums: { held: 171.15, mostPartialRefund: 163, claimed: 50 }, holds: ['chargeback' as const] };
    for (const status of ['AWAIT_SHIPPING', 'IN_ESCROW'] as const) {
      const at = { ...part, status, displayStatus: status };
      expect(next(at).lead).toMatch(/your bank asks us to return €50\.00 of your payment/i);
      expect(next(at, 'seller').lead).toMatch(/the buyer’s bank asks us to return €50\.00 of the payment/i);
    }
    const { outcomes } = next({ ...part, status: 'AWAIT_SHIPPING', displayStatus: 'AWAIT_SHIPPING' });
    expect(outcomes[0]?.what).toContain('Otherwise €50.00 goes back to you through the bank.');
    const all = { sums: { ...part.sums, claimed: aTransaction().totalAmount }, holds: part.holds };
    expect(next({ ...all, status: 'AWAIT_SHIPPING', displayStatus: 'AWAIT_SHIPPING' }).lead).toContain(
      'Your bank asks us to return your payment.',
    );
  });

  test.each(['chargeback', 'staff'] as const)('by %s with a partial chargeback promises no shipment', (hold) => {
    const of = (reader: 'buyer' | 'seller', toSeller: number) =>
      next(
        {
          parts: { toSeller, held: 161.15 },
          holds: [hold],
          status: 'AWAIT_SHIPPING',
          displayStatus: 'AWAIT_SHIPPING',
        },
        reader,
      ).outcomes[0]?.what;
    expect(of('buyer', 0)).toContain('the rest goes back to you');
    expect(of('seller', 0)).toContain('the rest goes back to the buyer');
    expect(of('seller', 163)).toContain('you have 4 days to ship again');
  });

  test.each(['ESCROW_COMPLETED', 'READY_FOR_PAYOUT'] as const)('by staff in %s promises no payout', (status) => {
    const { title, outcomes } = held(['staff'], status, 'seller');
    expect(title).toBe('On hold: our staff are reviewing it');
    expect(JSON.stringify(outcomes)).not.toContain('payout run');
  });

  test('by the bank in escrow says that the bank may take the money back, and the same about a release to both', () => {
    const [buyers, sellers] = [held(['chargeback'], 'IN_ESCROW', 'buyer'), held(['chargeback'], 'IN_ESCROW', 'seller')];
    expect(buyers.outcomes[2]?.what).toBe(
      'The bank decides. If it decides for you, the whole payment goes back to you through the bank. Otherwise the chargeback ends. The escrow countdown then continues with at least 74 hours left.',
    );
    expect(sellers.outcomes[2]?.what).toContain(
      'If it decides for the buyer, the whole payment goes back to the buyer',
    );
    const paid = 'It is paid out once the bank has decided, except what the bank takes back.';
    expect(buyers.outcomes[0]?.what).toBe(`€163.00 is released to the seller. ${paid}`);
    expect(sellers.outcomes[0]?.what).toBe(`€163.00 is released to you. ${paid}`);
    expect(held(['staff'], 'IN_ESCROW', 'seller').outcomes[0]?.what).toBe(
      '€163.00 is released to you. It is paid out when the hold has ended.',
    );
  });

  test('in escrow says whose it is', () => {
    expect(held(['chargeback'], 'IN_ESCROW', 'seller').lead).toContain(
      'the buyer’s bank asks us to return the payment',
    );
    expect(held(['staff'], 'IN_ESCROW', 'seller').lead).toContain('because our staff look at the sale.');
  });
});
