import type { Actor } from '#domain/shared/actor.ts';
import { allowedCommands } from '#domain/transactions/allowed.ts';
import type { SellerStanding, TransactionCommand } from '#domain/transactions/commands.ts';
import type { RuledCommand } from '#domain/transactions/process/commandTable.ts';
import { heldMoney, mostPartialRefund, openChargebacks, type Sale } from '#domain/transactions/sale.ts';
import type { Move, Mover, Node } from './moves.ts';
import type { Rules } from './rules.ts';

export const BUYER: Actor = { id: 'b'.repeat(32), role: 'member' };
export const SELLER: Actor = { id: 'c'.repeat(32), role: 'member' };
const STAFF: Actor = { id: 'e'.repeat(32), role: 'staff' };
const SECOND_STAFF: Actor = { id: '9'.repeat(32), role: 'staff' };

/** Decides upon an appeal what two others had decided. */
const THIRD_STAFF: Actor = { id: '8'.repeat(32), role: 'staff' };

const PEOPLE: readonly { by: Mover; actor: Actor; only?: readonly string[] }[] = [
  { by: 'buyer', actor: BUYER },
  { by: 'seller', actor: SELLER },
  { by: 'staff', actor: STAFF },
  { by: 'staff', actor: SECOND_STAFF, only: ['ConfirmDecision', 'RejectDecision', 'DecideDispute'] },
  { by: 'staff', actor: THIRD_STAFF, only: ['ConfirmDecision'] },
];

export const PAYABLE: SellerStanding = { bankVerified: true, payoutsHeldUntil: null };
export const NOT_PAYABLE: SellerStanding = { bankVerified: false, payoutsHeldUntil: null };

type Details = Record<string, unknown>;
const always =
  (...details: Details[]) =>
  () =>
    details;
const WORDS = { text: 'words', reason: 'words', rationale: 'words', note: 'words', evidence: ['photo'] };
const ADDRESS = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Keizersgracht 1',
  streetAddress2: '',
  city: 'Amsterdam',
  postalCode: '1015',
  country: 'Netherlands',
};

const nextCheckout = ({ checkout }: Sale) => ({
  attempt: (checkout?.attempt ?? 0) + 1,
  sessionId: 'session',
  url: '/checkout',
});
/** A part of what is held, and all of it. */
const sums = (sale: Sale): number[] =>
  [...new Set([Math.floor(mostPartialRefund(sale) / 2), heldMoney(sale)])].filter((sum) => sum > 0);
const eitherStanding = always({ seller: PAYABLE }, { seller: NOT_PAYABLE });

/** With what people give each command: sums of each kind, and a seller who can be paid, or cannot. Words say nothing to the rules. */
const DETAILS: Record<RuledCommand, (sale: Sale) => Details[]> = {
  CreateTransaction: always(),
  SetShipping: (sale) => [{ address: ADDRESS, zone: 'domestic', shippingCost: 500, checkout: nextCheckout(sale) }],
  OpenCheckout: (sale) => [{ checkout: nextCheckout(sale) }],
  Cancel: always({ reason: 'UNAVAILABLE', otherReason: null }),
  ConfirmShipment: always({ trackingCode: 'TRACK1', carrier: null }),
  ConfirmDelivery: eitherStanding,
  PauseEscrow: always({}),
  ResumeEscrow: always({}),
  OpenDispute: (sale) => sums(sale).map((claim) => ({ claim, category: 'OTHER' })),
  WithdrawDispute: eitherStanding,
  AcceptClaim: always({ seller: PAYABLE }),
  ContestDispute: always({}),
  OfferSettlement: (sale) => sums(sale).map((toBuyer) => ({ toBuyer })),
  AcceptSettlement: always({ seller: PAYABLE }),
  RefuseSettlement: always({}),
  // words, which move nothing
  GiveStatement: always(),
  AppealDecision: always({}),
  RequestReturn: always({}),
  ApproveReturn: always({}),
  RefuseReturn: always({}),
  ShipReturn: always({ trackingCode: 'BACK1' }),
  ConfirmReturnReceived: always({}),
  RejectReturn: always({}),
  DecideDispute: (sale) => [0, ...sums(sale)].map((toBuyer) => ({ toBuyer, seller: PAYABLE })),
  ConfirmDecision: ({ proposed }) => [{ decisionId: proposed?.id, seller: PAYABLE }],
  RejectDecision: ({ proposed }) => [{ decisionId: proposed?.id }],
  // makes the staff wait for an answer
  AskParty: always(),
  // says that a person has read it, and moves nothing
  CloseCase: always(),
  EndChargeback: (sale) =>
    openChargebacks(sale).flatMap((chargebackId) =>
      ['won', 'lost'].map((outcome) => ({ chargebackId, outcome, seller: PAYABLE })),
    ),
  PlaceStaffHold: always({}),
  LiftStaffHold: eitherStanding,
  ReviewPayability: always(),
  RetryRefund: always({}),
  // only tells the staff
  ReportSilence: always(),
  InitiatePayout: always(),
};

/** Whatever the parties and the staff may do now; `without`: what nobody does. */
export const commands = (
  { sale, now }: Node,
  { machine }: Rules,
  without: readonly TransactionCommand['type'][] = [],
): Move[] =>
  PEOPLE.flatMap(({ by, actor, only }) =>
    allowedCommands(sale, actor, now, machine)
      .filter(
        (type): type is RuledCommand => type in DETAILS && !without.includes(type) && (only?.includes(type) ?? true),
      )
      .flatMap((type) =>
        DETAILS[type](sale).map((details) => ({
          by,
          at: now,
          label: `${by}: ${type}`,
          command: { type, by: actor, at: now, ...WORDS, ...details } as unknown as TransactionCommand,
        })),
      ),
  );
