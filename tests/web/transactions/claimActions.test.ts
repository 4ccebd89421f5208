import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '#application/contract/limits.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Action } from '#web/transactions/components/claims/claimAction.ts';
import { bodyOf, emptyClaim } from '#web/transactions/components/claims/claimDraft.ts';
import { sortOutEvidence } from '#web/transactions/components/claims/evidenceRules.ts';
import { disputeOpenings, disputeSteps } from '#web/transactions/components/dispute/disputeActions.ts';
import { returnOpenings, returnSteps } from '#web/transactions/components/return/returnActions.ts';
import { inFull } from '#web/transactions/text/claimActionText.ts';
import { sharesInWords, sharesOf } from '#web/transactions/text/sharesText.ts';
import { aDispute, aTransaction } from './aSale.ts';

/** The first action that a sale offers, with its dialog’s texts. */
const firstOf = (actionsOf: (transaction: TransactionDetail) => Action[], transaction: TransactionDetail) =>
  inFull(actionsOf(transaction)[0]!, transaction);

const offered = (changes: Partial<TransactionDetail>) => {
  const transaction = aTransaction(changes);
  const actions = [
    ...disputeSteps(transaction),
    ...returnSteps(transaction),
    ...returnOpenings(transaction),
    ...disputeOpenings(transaction),
  ];
  return actions.map(({ path }) => path);
};

const NOWHERE = {
  fullName: '',
  streetAddress1: '',
  streetAddress2: '',
  city: '',
  postalCode: '',
  country: 'Netherlands',
};

test('has a button for every step that the chart allows, and no other', () => {
  expect(offered({ allowed: ['ConfirmDelivery'] })).toEqual([]);
  expect(offered({ allowed: ['OpenDispute', 'RequestReturn'] })).toEqual(['return', 'dispute']);
  const dispute = aDispute({ offer: { toBuyer: 30, toSeller: 133, fee: 8.15, lapsesAt: '2026-11-28T09:00:00.000Z' } });
  expect(offered({ dispute, allowed: ['WithdrawDispute', 'AcceptSettlement', 'RefuseSettlement'] })).toEqual([
    'dispute/accept-offer',
    'dispute/refuse-offer',
    'dispute/withdraw',
  ]);
  const asSeller = { role: 'seller', dispute: aDispute() } as const;
  expect(offered({ ...asSeller, allowed: ['AcceptClaim', 'ContestDispute', 'OfferSettlement'] })).toEqual([
    'dispute/accept',
    'dispute/offer',
    'dispute/contest',
  ]);
  expect(offered({ role: 'seller', allowed: ['ApproveReturn', 'RefuseReturn'] })).toEqual([
    'return/approve',
    'return/refuse',
  ]);
  expect(offered({ allowed: ['ShipReturn'] })).toEqual(['return/shipped']);
  expect(offered({ role: 'seller', allowed: ['ConfirmReturnReceived', 'RejectReturn'] })).toEqual([
    'return/received',
    'return/reject',
  ]);
});

test('reports a claim to staff once the payout has begun, without amount and category', () => {
  const paidOut = {
    status: 'COMPLETED',
    timestamp: '2026-12-02T09:00:00.000Z',
    event: 'PayoutInitiated',
    detail: null,
  };
  const transaction = aTransaction({ status: 'PAYOUT_INITIATED', allowed: ['OpenDispute'], paymentHistory: [paidOut] });
  const action = firstOf(disputeOpenings, transaction);
  expect(action.label).toBe('Report a problem');
  const said = { ...emptyClaim(action, NOWHERE), text: ' The paint flakes ' };
  expect(bodyOf(action, said, { cents: undefined, evidence: ['evidence/1.jpg'] })).toEqual({
    category: 'OTHER',
    claim: 0,
    text: 'The paint flakes',
    evidence: ['evidence/1.jpg'],
  });
});

test('lets the seller of a long-paused sale open a dispute without a claim', () => {
  const action = firstOf(disputeOpenings, aTransaction({ role: 'seller', allowed: ['OpenDispute'] }));
  const body = bodyOf(
    action,
    { ...emptyClaim(action, NOWHERE), text: 'Delivered' },
    { cents: undefined, evidence: ['k'] },
  );
  expect(body).toEqual({ category: 'PAUSED_TOO_LONG', claim: 0, text: 'Delivered', evidence: ['k'] });
});

test('sends amounts in euros under the names of their calls', () => {
  const claim = firstOf(disputeOpenings, aTransaction({ allowed: ['OpenDispute'] }));
  const said = { ...emptyClaim(claim, NOWHERE), category: 'DAMAGED', text: 'Broken' };
  expect(bodyOf(claim, said, { cents: 2_005, evidence: [] })).toMatchObject({ claim: '20.05', category: 'DAMAGED' });
  const offer = firstOf(
    disputeSteps,
    aTransaction({ role: 'seller', dispute: aDispute(), allowed: ['OfferSettlement'] }),
  );
  expect(bodyOf(offer, emptyClaim(offer, NOWHERE), { cents: 50, evidence: [] })).toEqual({ toBuyer: '0.50' });
  const withdrawal = firstOf(disputeSteps, aTransaction({ allowed: ['WithdrawDispute'] }));
  expect(bodyOf(withdrawal, emptyClaim(withdrawal, NOWHERE), { cents: undefined, evidence: [] })).toBeUndefined();
});

const RETURN: NonNullable<TransactionDetail['return']> = {
  state: 'shipped',
  request: { text: 'Too small', evidence: [] },
  refusal: null,
  notAsDescribed: false,
  to: null,
  addressed: false,
  postage: null,
  trackingCode: 'BACK1',
  rejection: null,
};

test.each<[string, Partial<TransactionDetail>, RegExp]>([
  ['in escrow', {}, /^The escrow countdown then continues with at least 74 hours left\./],
  ['in escrow, a second time', { endedOwnHold: true }, /^The escrow countdown then continues with what was left\./],
  [
    'of a paused sale',
    { escrowStatus: { isPaused: true, pauseReason: 'x' } },
    /stays paused then, because you have paused it\.$/,
  ],
  ['beside a return', { return: RETURN }, /stays paused then, because a return is open\.$/],
  [
    'after a return that has lapsed',
    { return: { ...RETURN, state: 'lapsed' } },
    /^The escrow countdown then continues/,
  ],
  [
    'beside a hold',
    { holds: ['chargeback'] },
    /stays paused then, because your bank asks us to return your payment\.$/,
  ],
  [
    'after a release',
    { status: 'ESCROW_COMPLETED' },
    /^€163\.00 is released to the seller\. It is paid out once their bank/,
  ],
])(
  'says before withdrawing a dispute %s what follows, with a clock only if one runs [L-033] [L-093]',
  (_, changes, next) => {
    const withdrawal = firstOf(
      disputeSteps,
      aTransaction({ dispute: aDispute(), allowed: ['WithdrawDispute'], ...changes }),
    );
    expect(withdrawal.next).toMatch(next);
    expect(/then continues with/.test(withdrawal.next)).toBe(next.source.includes('then continues'));
  },
);

test('says before opening a dispute that the clock stops or released money returns to escrow [L-087]', () => {
  const opening = (changes: Partial<TransactionDetail>) =>
    firstOf(disputeOpenings, aTransaction({ allowed: ['OpenDispute'], ...changes })).next;
  expect(opening({})).toContain('the escrow clock stops.');
  const released = opening({ status: 'READY_FOR_PAYOUT', displayStatus: 'READY_FOR_PAYOUT' });
  expect(released).toContain('the money released to the seller is back in escrow.');
  expect(released).not.toContain('clock');
});

test('says before accepting a claim reduced by a chargeback what goes back and what is left', () => {
  const accept = (changes: Parameters<typeof aDispute>[0] = {}) =>
    firstOf(disputeSteps, aTransaction({ role: 'seller', dispute: aDispute(changes), allowed: ['AcceptClaim'] }));
  const possible = accept();
  expect(possible.hint).toBe('€60.00 goes back to the buyer. This cannot be undone.');
  expect(possible.next).toContain('Your part is released after that.');
  const less = accept({ accepted: { toBuyer: 50, toSeller: 0, fee: 0 } });
  expect(less.hint).toBe('€50.00 goes back to the buyer. This cannot be undone.');
  expect(less.intro).toBe('You agree with the buyer: €50.00 to the buyer, €0.00 to you, no fee is kept.');
  expect(less.next).not.toContain('Your part');
});

test('divides the money like the server', () => {
  const transaction = aTransaction();
  expect(sharesOf(transaction, 17_115)).toEqual({ toBuyer: 17_115, toSeller: 0, fee: 0 });
  expect(sharesOf(transaction, 6_000)).toEqual({ toBuyer: 6_000, toSeller: 10_300, fee: 815 });
  for (const impossible of [0, -1, 16_301, 17_114, 17_116]) expect(sharesOf(transaction, impossible)).toBeUndefined();
  expect(sharesInWords(sharesOf(transaction, 6_000)!, 'seller')).toBe(
    '€60.00 to the buyer, €103.00 to you, the platform fee of €8.15 is kept',
  );
  expect(sharesInWords(sharesOf(transaction, 17_115)!, 'buyer')).toBe(
    '€171.15 to you, €0.00 to the seller, no fee is kept',
  );
});

test('checks photos by the server’s rules before sending', () => {
  const file = (name: string, type = 'image/jpeg', size = 1) => ({ name, type, size });
  const { accepted, refusals } = sortOutEvidence(
    [file('a.jpg'), file('b.gif', 'image/gif'), file('c.jpg', 'image/jpeg', MAX_IMAGE_BYTES + 1), file('d.jpg')],
    9,
  );
  expect(accepted.map(({ name }) => name)).toEqual(['a.jpg']);
  expect(refusals).toEqual([
    'b.gif: Invalid file type. Only JPEG, PNG and WebP are allowed.',
    'c.jpg: File is too large. Maximum size is 5MB.',
    'd.jpg: At most 10 pieces of evidence',
  ]);
});
