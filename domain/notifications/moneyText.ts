import type { Instant } from '../shared/instants.ts';
import type { MoneyState } from '../transactions/moneyState.ts';
import type { DeadlineKind } from '../transactions/process/deadlineTable.ts';
import type { Hold } from '../transactions/state.ts';
import type { Promised } from '../transactions/terms/termsFor.ts';
import { type SpelledTerms, termsOf } from '../transactions/terms/termsText.ts';

type Party = 'buyer' | 'seller';
/** What a sentence about money depends on besides the sums, its reader, and a formatter for instants. */
export type About = Omit<MoneyState, 'item' | 'refundedBefore'> & {
  reader: Party | 'staff';
  when: (instant: Instant) => string;
  /** The amount the bank claims, if it is not the whole payment. */
  claimed?: string | undefined;
};
type Read = Pick<About, 'reader' | 'claimed'>;

const you = (party: Party, { reader }: Read): string => (party === reader ? 'you' : `the ${party}`);
export const begun = (sentence: string): string => sentence.replace(/^./, (first) => first.toUpperCase());

export const bankAsks = ({ reader, claimed }: Read): string => {
  const part = claimed === undefined ? '' : `${claimed} of `;
  return reader === 'buyer'
    ? `your bank asks us to return ${part}your payment`
    : `the buyer’s bank asks us to return ${part}the payment`;
};

/** In this order: the first hold that applies is the reason given. */
const WHY: { readonly [Each in Hold]: (read: Read) => string } = {
  disputed: () => 'a dispute is open',
  refundDeferred: () => 'a refund waits for an appeal',
  returning: () => 'a return is open',
  chargeback: (read) => bankAsks(read),
  staff: () => 'our staff look at the sale',
  paused: ({ reader }) => `${reader === 'buyer' ? 'you have' : 'the buyer has'} paused it`,
};
const ORDER = Object.keys(WHY) as Hold[];

const whyHeld = (about: Pick<About, 'holds'> & Read, but?: Hold): string | undefined => {
  const hold = ORDER.find((each) => each !== but && about.holds.includes(each));
  return hold && WHY[hold](about);
};

const dueAt = ({ deadlines }: Pick<MoneyState, 'deadlines'>, ...kinds: DeadlineKind[]): Instant | undefined =>
  deadlines.find(({ kind }) => kinds.includes(kind))?.dueAt;

/** The promise before a purchase begins. */
export const escrowPromise = (transaction: Promised): string =>
  `We hold your payment in escrow. It is ${releasedWhen(transaction, { reader: 'buyer' })}`;

const releasedWhen = (transaction: Promised, read: Read): string =>
  `released to ${you('seller', read)} when ${you('buyer', read)} ${read.reader === 'buyer' ? 'confirm' : 'confirms'} the arrival, or ${termsOf(transaction).escrow} after shipment unless something stops the clock.`;

/** Start of the escrow period, for the shipment’s dialog and mails. */
export const escrowRuns = (about: Promised & Read, sum: string): string =>
  `Escrow runs ${termsOf(about).escrow}. ${sum} is ${releasedWhen(about, about)}`;

/** For pages before the payment. Without an address there is no total yet. */
export const onceHeld = (about: Promised & Read, sum: string): string =>
  `${sum} is held in escrow, and ${you('seller', about)} ${about.reader === 'seller' ? 'have' : 'has'} ${termsOf(about).shipment} to ship.`;

export const refundTime = (transaction: Promised): string => `Refunds usually take ${termsOf(transaction).refund}.`;

/**
 * A sentence about a transaction's money, made from its terms and state. Screens, e-mails and notifications share it.
 * Undefined if nothing applies.
 */
export type MoneySentence = (about: About) => string | undefined;

// ── what comes next, and what follows if nobody acts ──

/** Who must act by when, and what follows. `unless` and `follows` form one sentence; `follows` also works alone. */
export type NextStep = { by: string; unless: string; follows: string };
/** An instant once the deadline is armed; before that, a length from the terms. */
type Time = { until: string; by: string; on: string };
type NextStepOf = (about: About, time: Time) => NextStep;

const task =
  (party: Party, does: string, unless: string, follows: (about: About) => string): NextStepOf =>
  (about, { until }) => {
    const own = party === about.reader;
    return {
      by: `${begun(you(party, about))} ${own ? 'have' : 'has'} ${until} to ${does}.`,
      unless: own ? `If you ${unless},` : `If the ${party} ${unless.replace(/^do/, 'does').replace('stay', 'stays')},`,
      follows: follows(about),
    };
  };
const everythingBack = (about: Read): string =>
  `${you('buyer', about)} ${about.reader === 'buyer' ? 'get' : 'gets'} everything back, the fee included.`;
const comes = (by: string): NextStep => ({ by, unless: '', follows: '' });
const payoutLeaves: NextStepOf = ({ reader }, { on }) =>
  comes(`The money leaves for ${reader === 'seller' ? 'your' : 'the seller’s'} bank account on ${on}.`);
const refundIsRetried: NextStepOf = (_, { on }) => comes(`We try again on ${on}; you do not have to do anything.`);

const AWAITED = {
  paymentWindow: task('buyer', 'pay', 'do not', ({ reader }) =>
    reader === 'buyer'
      ? 'the purchase ends and nothing is charged.'
      : 'the purchase ends, and your listing is no longer kept for it.',
  ),
  settlement: ({ reader }, { until }) => ({
    by: `${reader === 'buyer' ? 'Your' : 'The buyer’s'} bank has ${until} to send the payment.`,
    unless: 'If nothing arrives,',
    follows: 'the sale ends and nothing is charged.',
  }),
  shipment: task(
    'seller',
    'ship it and confirm the shipment',
    'do not',
    (about) => `the sale is cancelled and ${everythingBack(about)}`,
  ),
  escrowEnd: (about, { on }) => ({
    by: `Escrow ends on ${on}.`,
    unless: 'If nobody acts,',
    follows: `the money then goes to ${you('seller', about)}.`,
  }),
  pauseLimit: ({ holds }, { on }) => {
    const opens = `a dispute then opens by itself${holds.includes('returning') ? ', unless the return is still open' : ''}.`;
    return {
      by: `The pause ends on ${on}.`,
      unless: 'If nobody acts,',
      follows: holds.includes('disputed') ? 'only the pause ends then, and the dispute goes on.' : opens,
    };
  },
  disputeAnswer: task(
    'seller',
    'accept the claim, make an offer or contest it',
    'stay silent',
    () => 'the dispute goes to our staff.',
  ),
  settlementOffer: task(
    'buyer',
    'accept or refuse the offer',
    'do neither',
    () => 'the offer lapses and the dispute goes on.',
  ),
  decidedRefund: (about, time) => {
    const { reader, appeals } = about;
    const follows = `the refund is sent to ${you('buyer', about)}.`;
    if (appeals.buyer === null) {
      const sellers = task('seller', 'appeal against the decision', 'do not', () => follows)(about, time);
      // a list does not know the rights, and the buyer may have one too
      return appeals.seller === null ? { ...sellers, unless: 'If nobody appeals,' } : sellers;
    }
    const both =
      reader === 'staff' ? 'The buyer and the seller' : `You and the ${reader === 'buyer' ? 'seller' : 'buyer'}`;
    return {
      by: `${both} have ${time.until} to appeal against the decision.`,
      unless: `If neither of ${reader === 'staff' ? 'them' : 'you'} does,`,
      follows,
    };
  },
  disputeReview: (_, { by }) => comes(`Our staff aim to decide ${by}.`),
  returnAnswer: task('seller', 'approve or refuse the return', 'do neither', () => 'the return counts as approved.'),
  returnShipBack: task(
    'buyer',
    'send it back with a tracking code',
    'do not',
    (about) => `the return lapses. ${clockAfter('returning')(about)}`,
  ),
  returnInspection: task(
    'seller',
    'confirm that it arrived, or to say what is wrong',
    'do neither',
    (about) => `the return counts as received and ${everythingBack(about)}`,
  ),
  payoutRun: payoutLeaves,
  payoutRetry: payoutLeaves,
  refundRetry: refundIsRetried,
  duplicateRetry: refundIsRetried,
} satisfies { readonly [Kind in DeadlineKind]?: NextStepOf };
export type NextStepKind = keyof typeof AWAITED;

/** For an instant that the caller knows. */
export const aheadAt = (kind: NextStepKind, about: About, instant: Instant): NextStep => {
  const on = about.when(instant);
  return AWAITED[kind](about, { until: `until ${on}`, by: `by ${on}`, on });
};

/** Undefined if the deadline is not armed. */
export const ahead = (kind: NextStepKind, about: About): NextStep | undefined => {
  const at = dueAt(about, kind);
  return at === undefined ? undefined : aheadAt(kind, about, at);
};

/** A question stays open until it is answered or the case is decided, even past its deadline. */
export const question = (answerBy: Instant, now: Instant, { when }: Pick<About, 'when'>): NextStep =>
  answerBy > now
    ? {
        by: `You have until ${when(answerBy)} to answer our staff.`,
        unless: 'If you do not,',
        follows: 'our staff may decide without your answer.',
      }
    : comes('The time to answer our staff has passed. You can still answer until they decide.');

/** A draft decision, shown to both sides before it is confirmed. */
export const draft = (shownUntil: Instant, now: Instant, { when }: Pick<About, 'when'>): string =>
  shownUntil > now
    ? `Both sides can say something about it until ${when(shownUntil)}. It is not confirmed before that.`
    : 'Both sides had time to say something about it. It waits to be confirmed.';

const LENGTHS = {
  paymentWindow: 'paymentWindow',
  shipment: 'shipment',
  disputeAnswer: 'disputeAnswer',
  settlementOffer: 'settlementOffer',
  decidedRefund: 'appeal',
  disputeReview: 'review',
  returnAnswer: 'returnAnswer',
  returnShipBack: 'shipBack',
  returnInspection: 'inspection',
} as const satisfies { readonly [Kind in NextStepKind]?: keyof SpelledTerms };

/** Before a step, when no instant is known yet. */
export const inTerms = (kind: NextStepKind, about: About): NextStep => {
  const length = kind in LENGTHS ? termsOf(about)[LENGTHS[kind as keyof typeof LENGTHS]] : 'some time';
  return AWAITED[kind](about, { until: length, by: `within ${length}`, on: length });
};

export const inFull = ({ by, unless, follows }: NextStep): string => [by, unless, follows].filter(Boolean).join(' ');
export const otherwise = ({ unless, follows }: NextStep): string => (unless ? `${unless} ${follows}` : follows);

export const until =
  (...kinds: NextStepKind[]): MoneySentence =>
  (about) => {
    const next = kinds.map((kind) => ahead(kind, about)).find((each) => each);
    return next && inFull(next);
  };

/** After the payment: the seller's next step. */
export const shipment: MoneySentence = (about) => {
  const next = until('shipment')(about);
  const why = about.status === 'AWAIT_SHIPPING' && whyHeld(about);
  if (next !== undefined || !why) return next;
  return about.reader === 'seller'
    ? `Do not ship it now, because ${why}. If the sale goes on, you get the whole time to ship again.`
    : `It cannot be shipped now, because ${why}.`;
};

const stands: MoneySentence = (about) => {
  const why = about.status === 'IN_ESCROW' && whyHeld(about);
  return why ? `The escrow countdown is paused, because ${why}.` : undefined;
};

export const clock: MoneySentence = (about) => until('escrowEnd')(about) ?? stands(about);

const STAYS = 'The money stays in escrow meanwhile.';

/** Why the escrow clock is paused, and where the money is. */
export const standstill: MoneySentence = (about) => {
  const still = stands(about);
  return still && `${still} ${STAYS}`;
};

export const pause: MoneySentence = (about) => {
  const limit = until('pauseLimit')(about);
  return limit && `${STAYS} ${limit}`;
};

/** Shown before a pause. */
export const ifPaused = (transaction: Promised): string =>
  `The clock stops and the money stays in escrow. After ${termsOf(transaction).pauseLimit} of pause in all, a dispute opens by itself.`;

/** What happens when this hold ends. A buyer’s own hold gives extra time only once. */
export const clockAfter =
  (ended: Hold) =>
  (about: About): string => {
    const why = whyHeld(about, ended);
    if (why) return `The escrow countdown stays paused then, because ${why}.`;
    const own = ended === 'paused' || ended === 'disputed';
    const left = own && about.endedOwnHold ? 'what was left' : `at least ${termsOf(about).pauseWindow} left`;
    return `The escrow countdown then continues with ${left}.`;
  };

/** The same for the party that ends the hold, and where the money goes if nobody acts. */
export const escrowAfter =
  (ended: Hold) =>
  (about: About): string =>
    whyHeld(about, ended)
      ? clockAfter(ended)(about)
      : `${clockAfter(ended)(about)} When it ends and nobody acts, the money goes to ${you('seller', about)}.`;

/** Shown before the item is sent back. Another hold stops the seller's inspection time. */
export const ifSentBack = (about: About): string => {
  const why = whyHeld({ ...about, holds: about.holds.filter((hold) => hold !== 'paused') }, 'returning');
  return why
    ? `The seller’s time to look at it is paused, because ${why}.`
    : inFull(inTerms('returnInspection', about));
};

export const inspection: MoneySentence = (about) => {
  const why = about.holds.includes('returning') && whyHeld(about, 'returning');
  return until('returnInspection')(about) ?? (why ? `Your time to look at it is paused, because ${why}.` : undefined);
};

/** Where the money is while a dispute is open. */
export const disputedFunds: MoneySentence = ({ status, holds }) => {
  if (!holds.includes('disputed')) return undefined;
  return status === 'IN_ESCROW'
    ? STAYS
    : 'The money had been released, and is in escrow again while the dispute is open.';
};

export const dispute: MoneySentence = (about) =>
  until('disputeAnswer', 'disputeReview')(about) ??
  (about.holds.includes('disputed') ? 'Our staff look at it and decide.' : undefined);

export const hold: MoneySentence = ({ status, holds }) => {
  if (status === 'REFUND_BUYER') return 'The refund has begun and goes on meanwhile, as far as the bank lets it.';
  if (status === 'PAYOUT_INITIATED') return 'The payout has begun and goes on meanwhile.';
  if (!holds.includes('chargeback') && !holds.includes('staff')) return undefined;
  return holds.includes('chargeback')
    ? 'The money stays where it is until the bank has decided; we write again then.'
    : 'Nothing is paid out to the seller until this has ended; we write again then.';
};

/** When released money is paid out. */
export const payout: MoneySentence = (about) => {
  const leaves = until('payoutRun', 'payoutRetry')(about);
  if (leaves !== undefined) return leaves;
  if (about.status !== 'ESCROW_COMPLETED' && about.status !== 'READY_FOR_PAYOUT') return undefined;
  const why = whyHeld(about);
  if (why) return `Nothing is paid out while ${why}.`;
  return `The money is paid out once ${about.reader === 'seller' ? 'your bank account is verified' : 'the seller can be paid'}.`;
};

const paidOut = (about: About): string => {
  if (about.holds.includes('chargeback')) return 'once the bank has decided, except what the bank takes back';
  if (about.holds.includes('staff')) return 'when the hold has ended';
  return `once ${about.reader === 'seller' ? 'your' : 'their'} bank account is verified, usually within ${termsOf(about).payout}`;
};

/** The release by a step of the buyer. The payout is a later step. */
export const released = (about: About, sum: string): string =>
  `${sum} is released to ${you('seller', about)}. It is paid out ${paidOut(about)}.`;

/** How the buyer can still undo a release. */
export const claimAfterRelease = (transaction: Promised): string =>
  `Until the payout begins you can still open a dispute, for ${termsOf(transaction).claim} at most.`;

const mayStill = (party: Party, what: string, ends: readonly Instant[], early: string, about: About): string =>
  `${begun(you(party, about))} can still ${what} ${ends.length === 0 ? 'until the payout begins' : `until ${about.when(Math.min(...ends))}${early}`}.`;
/** The end of a period that the payout ends early, if nobody knows yet when that is. */
const beforePayout = (about: About): string =>
  dueAt(about, 'payoutRun', 'payoutRetry') === undefined && !about.holds.includes('refundDeferred')
    ? ', and before the payout begins'
    : '';

/** A decided refund that waits for the seller's appeal. */
export const deferredRefund: MoneySentence = (about) => {
  if (!about.holds.includes('refundDeferred')) return undefined;
  const block = (['chargeback', 'staff'] as const).find((hold) => about.holds.includes(hold));
  return block ? `The decided refund waits, because ${WHY[block](about)}.` : until('decidedRefund')(about);
};

/** The payout of the rest follows the refund, and ends the right early. */
const afterRefund: MoneySentence = (about) => {
  const party = (['buyer', 'seller'] as const).find((each) => about.appealsAfterRefund[each] !== null);
  const end = party && about.appealsAfterRefund[party];
  return party && typeof end === 'number'
    ? `${begun(you(party, about))} can appeal against the decision once the refund has arrived, until ${about.when(end)}, and before the payout begins.`
    : undefined;
};

/** Who may appeal against the last decision, until when, and what follows otherwise. */
export const appeal: MoneySentence = (about) => {
  const against = 'appeal against the decision';
  const { buyer, seller } = about.appeals;
  const waiting = seller === null ? undefined : until('decidedRefund')(about);
  const sentences = [
    seller === null ? undefined : (waiting ?? mayStill('seller', against, [seller], '', about)),
    buyer === null || waiting ? undefined : mayStill('buyer', against, [buyer], beforePayout(about), about),
    afterRefund(about),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
};

/** How the buyer can still return released money to escrow. */
export const reclaim: MoneySentence = (about) => {
  const { reclaim } = about;
  if (!reclaim) return appeal(about);
  const leaves = dueAt(about, 'payoutRun', 'payoutRetry');
  const ends = [reclaim.until, leaves].filter((end) => typeof end === 'number');
  return mayStill('buyer', 'open a dispute', ends, beforePayout(about), about);
};

export const STAFF_CARE = 'Our staff take care of it and write to you if they need anything.';

export const retryOfRefund =
  (kind: 'refundRetry' | 'duplicateRetry'): MoneySentence =>
  (about) =>
    until(kind)(about) ??
    (about.holds.includes('chargeback') ? 'We try again once the bank has decided what it asks back.' : STAFF_CARE);
