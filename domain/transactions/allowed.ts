import type { Actor } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { CLOSABLE_CASES } from './caseKinds.ts';
import type { TransactionCommandType } from './commands.ts';
import { admits } from './escrow.ts';
import type { TransactionEventType } from './events.ts';
import { BUYER_CANCEL_PERIOD, PAUSE_LIMIT, PAUSE_WINDOW, SELLER_DISPUTE_AFTER } from './policy.ts';
import { disputeOpen, escrowTimeLeft, hasPayoutBegun, isFree, type Sale } from './sale.ts';

export type Part = 'buyer' | 'seller' | 'staff' | 'system' | 'provider';

/** The chart must admit every fact in `facts`; `when` says what the chart cannot: who, how long, which details. */
type Rule = { by: Part; facts: readonly TransactionEventType[]; when?: (sale: Sale, now: Instant) => boolean };

export const insideWindow = (sale: Sale, now: Instant): boolean =>
  sale.settlementEndsAt === null && now < sale.windowEndsAt;

const unpaid = ({ money }: Sale): boolean => money === 'none';
const offerStands = ({ offer }: Sale, now: Instant): boolean => offer !== null && now < offer.lapsesAt;
const noOffer = (sale: Sale, now: Instant): boolean => disputeOpen(sale) && !offerStands(sale, now);
const pausable = (sale: Sale, now: Instant): boolean => {
  const left = escrowTimeLeft(sale, now) ?? 0;
  return isFree(sale) && left > 0 && left <= PAUSE_WINDOW && sale.pausedBefore < PAUSE_LIMIT;
};
const pausedLong = (sale: Sale, now: Instant): boolean =>
  sale.pausedSince !== null && now - sale.pausedSince > SELLER_DISPUTE_AFTER;
const notSentBack = (sale: Sale): boolean => sale.return !== 'shipped';
const timerReleased = (sale: Sale): boolean =>
  sale.money === 'payable' && sale.released?.by === 'timer' && !hasPayoutBegun(sale);
const decidable = (sale: Sale): boolean =>
  (sale.dispute === 'under_review' || sale.staff === 'held') && sale.chargeback !== 'open';
const refundFailed = ({ refund, duplicates }: Sale): boolean =>
  refund?.state === 'failed' || Object.values(duplicates).some(({ state }) => state === 'failed');
const buyersToWithdraw = ({ claim }: Sale): boolean => claim?.by !== 'seller';

/** Who may do what: the table that `decide`, the 409 answers and the buttons share. */
const RULES: Readonly<Record<Exclude<TransactionCommandType, 'FireDeadline' | 'RecordProviderFact'>, readonly Rule[]>> =
  {
    CreateTransaction: [{ by: 'buyer', facts: ['TransactionCreated'] }],
    SetShipping: [{ by: 'buyer', facts: ['ShippingSet', 'CheckoutOpened'], when: insideWindow }],
    OpenCheckout: [
      { by: 'buyer', facts: ['CheckoutOpened'], when: (sale, now) => sale.total !== null && insideWindow(sale, now) },
    ],
    Cancel: [
      { by: 'buyer', facts: ['TransactionCancelled'], when: unpaid },
      { by: 'seller', facts: ['TransactionCancelled'], when: unpaid },
      {
        by: 'buyer',
        facts: ['TransactionCancelled', 'RefundRequested'],
        when: (sale, now) => now <= (sale.capturedAt ?? 0) + BUYER_CANCEL_PERIOD,
      },
      { by: 'seller', facts: ['TransactionCancelled', 'RefundRequested'] },
    ],
    ConfirmShipment: [{ by: 'seller', facts: ['ShipmentConfirmed'] }],
    ConfirmDelivery: [{ by: 'buyer', facts: ['DeliveryConfirmed', 'EscrowReleased'], when: notSentBack }],
    PauseEscrow: [{ by: 'buyer', facts: ['EscrowPaused'], when: pausable }],
    ResumeEscrow: [{ by: 'buyer', facts: ['EscrowResumed'] }],
    OpenDispute: [
      { by: 'buyer', facts: ['DisputeOpened'], when: ({ status }) => status === 'IN_ESCROW' },
      { by: 'buyer', facts: ['DisputeOpened', 'ReleaseRevoked'], when: timerReleased },
      { by: 'buyer', facts: ['LateClaimRecorded'], when: hasPayoutBegun },
      { by: 'seller', facts: ['DisputeOpened'], when: pausedLong },
    ],
    WithdrawDispute: [{ by: 'buyer', facts: ['DisputeWithdrawn'], when: buyersToWithdraw }],
    AcceptClaim: [
      { by: 'seller', facts: ['DisputeAccepted', 'RefundRequested'], when: ({ claim }) => (claim?.amount ?? 0) > 0 },
    ],
    ContestDispute: [{ by: 'seller', facts: ['DisputeContested'] }],
    OfferSettlement: [{ by: 'seller', facts: ['SettlementOffered'], when: noOffer }],
    AcceptSettlement: [{ by: 'buyer', facts: ['SettlementAccepted', 'RefundRequested'], when: offerStands }],
    RefuseSettlement: [{ by: 'buyer', facts: ['SettlementRefused'], when: offerStands }],
    RequestReturn: [{ by: 'buyer', facts: ['ReturnRequested'], when: (sale) => !disputeOpen(sale) }],
    ApproveReturn: [{ by: 'seller', facts: ['ReturnApproved'] }],
    RefuseReturn: [{ by: 'seller', facts: ['ReturnRefused'] }],
    ShipReturn: [{ by: 'buyer', facts: ['ReturnShipped'] }],
    ConfirmReturnReceived: [{ by: 'seller', facts: ['ReturnReceived', 'RefundRequested'] }],
    RejectReturn: [{ by: 'seller', facts: ['ReturnRejected'] }],
    DecideDispute: [
      { by: 'staff', facts: ['DisputeDecided'], when: (sale) => sale.money === 'escrow' && decidable(sale) },
      { by: 'staff', facts: ['ReleaseRevoked'], when: (sale) => sale.proposal === 'none' && decidable(sale) },
    ],
    ConfirmDecision: [{ by: 'staff', facts: ['DecisionConfirmed'], when: decidable }],
    RejectDecision: [{ by: 'staff', facts: ['DecisionRejected'] }],
    CloseCase: [
      {
        by: 'staff',
        facts: ['CaseClosed'],
        when: ({ marks }) => CLOSABLE_CASES.some((kind) => marks[kind] !== undefined),
      },
    ],
    PlaceStaffHold: [{ by: 'staff', facts: ['StaffHoldPlaced'] }],
    LiftStaffHold: [{ by: 'staff', facts: ['StaffHoldLifted'] }],
    ReviewPayability: [{ by: 'system', facts: ['PayoutApproved'] }],
    RetryRefund: [
      { by: 'staff', facts: [], when: refundFailed },
      { by: 'system', facts: [], when: refundFailed },
    ],
    InitiatePayout: [{ by: 'system', facts: ['PayoutInitiated'] }],
  };

export type RuledCommand = keyof typeof RULES;

/** A buyer or seller is that, whatever role they have besides: nobody decides a dispute of their own. */
export const partOf = (sale: Sale, actor: Actor): Part | undefined => {
  if (actor.role === 'system' || actor.role === 'provider') return actor.role;
  if (actor.id === sale.buyerId) return 'buyer';
  if (actor.id === sale.sellerId) return 'seller';
  return actor.role === 'staff' ? 'staff' : undefined;
};

const holds = (sale: Sale, now: Instant, part: Part, { by, facts, when }: Rule): boolean =>
  by === part && facts.every((fact) => admits(sale, fact)) && (when?.(sale, now) ?? true);

export const allows = (sale: Sale, part: Part, command: RuledCommand, now: Instant): boolean =>
  RULES[command].some((rule) => holds(sale, now, part, rule));

/** Whether a command is this part's at all, at whatever time. */
export const mayEver = (part: Part, command: RuledCommand): boolean => RULES[command].some(({ by }) => by === part);

/** What this actor may do now, for buttons and for the answer to what is not allowed. Details (texts, sums) are checked later. */
export const allowedCommands = (sale: Sale, actor: Actor, now: Instant): TransactionCommandType[] => {
  const part = partOf(sale, actor);
  if (!part || sale.status === 'draft') return [];
  const own = sale.proposed?.by === actor.id;
  return (Object.keys(RULES) as RuledCommand[]).filter(
    (command) => allows(sale, part, command, now) && !(own && command === 'ConfirmDecision'),
  );
};
