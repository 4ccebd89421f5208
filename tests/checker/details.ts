import type { Actor } from '#domain/shared/actor.ts';
import { allowedCommands } from '#domain/transactions/allowed.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { owedNow } from '#domain/transactions/owedOutside.ts';
import type { RuledCommand } from '#domain/transactions/process/commandTable.ts';
import { heldMoney, mostPartialRefund, openChargebacks, type Transaction } from '#domain/transactions/state.ts';
import { asRead } from '#tests/support/asReader.ts';
import type { Move, Mover, Node } from './moves.ts';
import type { Rules } from './rules.ts';
import { NOT_PAYABLE, PAYABLE } from './standing.ts';

export const BUYER: Actor = { id: 'b'.repeat(32), role: 'member' };
export const SELLER: Actor = { id: 'c'.repeat(32), role: 'member' };
const STAFF: Actor = { id: 'e'.repeat(32), role: 'staff' };
const SECOND_STAFF: Actor = { id: '9'.repeat(32), role: 'staff' };

/** Decides upon a second appeal, and confirms upon the first. */
const THIRD_STAFF: Actor = { id: '8'.repeat(32), role: 'staff' };
/** Confirms upon a second appeal. */
const FOURTH_STAFF: Actor = { id: '7'.repeat(32), role: 'staff' };

const PEOPLE: readonly { by: Mover; actor: Actor; only?: readonly RuledCommand[] }[] = [
  { by: 'buyer', actor: BUYER },
  { by: 'seller', actor: SELLER },
  { by: 'staff', actor: STAFF },
  {
    by: 'staff',
    actor: SECOND_STAFF,
    only: ['ConfirmDecision', 'RejectDecision', 'CounterDecision', 'DecideDispute', 'ConfirmOutsideSettlement'],
  },
  { by: 'staff', actor: THIRD_STAFF, only: ['ConfirmDecision', 'DecideDispute'] },
  { by: 'staff', actor: FOURTH_STAFF, only: ['ConfirmDecision'] },
];

type Details = Record<string, unknown>;
const always =
  (...details: Details[]) =>
  () =>
    details;
const ends = ({ chargebacks }: Transaction): Details[] =>
  Object.entries(chargebacks).flatMap(([chargebackId, { ending }]) =>
    ending ? [{ chargebackId, endId: ending.id }] : [],
  );
const debts = (transaction: Transaction): Details[] =>
  owedNow(transaction).map(({ what, paymentId }) => ({ what, ...(paymentId !== null && { paymentId }) }));
const WORDS = {
  text: 'words',
  reason: 'words',
  rationale: 'words',
  reference: 'words',
  note: 'words',
  evidence: ['photo'],
};
export const ADDRESS = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Keizersgracht 1',
  streetAddress2: '',
  city: 'Amsterdam',
  postalCode: '1015',
  country: 'Netherlands',
};

const nextCheckout = ({ checkout }: Transaction) => ({
  attempt: (checkout?.attempt ?? 0) + 1,
  sessionId: 'session',
  url: '/checkout',
});
/** A part of what is held, and all of it. */
const sums = (transaction: Transaction): number[] =>
  [...new Set([Math.floor(mostPartialRefund(transaction) / 2), heldMoney(transaction)])].filter((sum) => sum > 0);
const eitherStanding = always({ seller: PAYABLE }, { seller: NOT_PAYABLE });

/** With what people give each command: sums of each kind, and a seller who can be paid, or cannot. Words say nothing to the rules. */
const DETAILS: Record<RuledCommand, (transaction: Transaction) => Details[]> = {
  CreateTransaction: always(),
  SetShipping: (transaction) => [
    { address: ADDRESS, zone: 'domestic', shippingCost: 500, checkout: nextCheckout(transaction) },
  ],
  OpenCheckout: (transaction) => [{ checkout: nextCheckout(transaction) }],
  Cancel: always({ reason: 'UNAVAILABLE', otherReason: null }),
  ConfirmShipment: always({ trackingCode: 'TRACK1', carrier: null }),
  ConfirmDelivery: eitherStanding,
  PauseEscrow: always({}),
  ResumeEscrow: always({}),
  OpenDispute: (transaction) => sums(transaction).map((claim) => ({ claim, category: 'OTHER' })),
  WithdrawDispute: eitherStanding,
  AcceptClaim: always({ seller: PAYABLE }),
  ContestDispute: always({}),
  OfferSettlement: (transaction) => sums(transaction).map((toBuyer) => ({ toBuyer })),
  AcceptSettlement: always({ seller: PAYABLE }),
  RefuseSettlement: always({}),
  // words, which move nothing
  GiveStatement: always(),
  AppealDecision: always({}),
  RequestReturn: always({}),
  ApproveReturn: always({ to: ADDRESS, sellerPaysPostage: false }),
  GiveReturnAddress: always({ to: ADDRESS }),
  RefuseReturn: always({}),
  ShipReturn: always({ trackingCode: 'BACK1' }),
  ConfirmReturnReceived: always({}),
  RejectReturn: always({}),
  DecideDispute: (transaction) => [0, ...sums(transaction)].map((toBuyer) => ({ toBuyer, seller: PAYABLE })),
  ConfirmDecision: ({ proposed }) => [{ decisionId: proposed?.id, seller: PAYABLE }],
  RejectDecision: ({ proposed }) => [{ decisionId: proposed?.id }],
  CounterDecision: (transaction) =>
    [0, ...sums(transaction)].map((toBuyer) => ({ decisionId: transaction.proposed?.id, toBuyer, seller: PAYABLE })),
  // makes the staff wait for an answer
  AskParty: always(),
  // says that a person has read it, and moves nothing
  CloseCase: always(),
  // concerns no money of the parties, and any object of the provider
  BookDifference: always(),
  EndChargeback: (transaction) =>
    openChargebacks(transaction).flatMap((chargebackId) =>
      ['won', 'lost'].map((outcome) => ({ chargebackId, outcome, seller: PAYABLE })),
    ),
  ConfirmChargebackEnd: (transaction) => ends(transaction).map((end) => ({ ...end, seller: PAYABLE })),
  RejectChargebackEnd: (transaction) => ends(transaction),
  CounterChargebackEnd: (transaction) => ends(transaction),
  // tells the bank something, and moves nothing
  SubmitEvidencePack: always(),
  SettleOutsideProvider: (transaction) => debts(transaction).map((debt) => ({ ...debt, seller: PAYABLE })),
  ConfirmOutsideSettlement: ({ outside }) => [{ settlementId: outside.proposed?.id, seller: PAYABLE }],
  RejectOutsideSettlement: ({ outside }) => [{ settlementId: outside.proposed?.id }],
  CounterOutsideSettlement: (transaction) =>
    debts(transaction).map((debt) => ({ ...debt, settlementId: transaction.outside.proposed?.id })),
  PlaceStaffHold: always({}),
  LiftStaffHold: eitherStanding,
  ReviewPayability: always(),
  RetryRefund: always({}),
  // only tells the staff
  ReportSilence: always(),
  RecordEvidencePack: always(),
  InitiatePayout: always(),
};

const COMMANDS = Object.keys(DETAILS) as RuledCommand[];
export const NOTHING_LEFT_OUT: readonly RuledCommand[] = [];
const people = new WeakMap<readonly RuledCommand[], { by: Mover; actor: Actor; among: Set<RuledCommand> }[]>();
const peopleWithout = (without: readonly RuledCommand[]) => {
  const known = people.get(without);
  if (known) return known;
  const each = PEOPLE.map(({ by, actor, only = COMMANDS }) => ({
    by,
    actor,
    among: new Set(only.filter((type) => !without.includes(type))),
  }));
  people.set(without, each);
  return each;
};

/** Whatever the parties and the staff may do now; `without`: what nobody does. `only`: one of them. */
export const commands = (
  { sale: transaction, now }: Node,
  { gate }: Rules,
  without: readonly RuledCommand[] = NOTHING_LEFT_OUT,
  only?: Mover,
): Move[] => {
  const moves: Move[] = [];
  const people = peopleWithout(without).filter(({ by }) => only === undefined || by === only);
  const allowed = people.map(({ actor, among }) => allowedCommands(transaction, actor, now, gate, among));
  const may = (who: Actor, type: RuledCommand) =>
    people.some(({ actor }, place) => actor === who && allowed[place]!.includes(type));
  const eitherDecides = may(STAFF, 'DecideDispute') && may(SECOND_STAFF, 'DecideDispute');
  for (const [place, { by, actor }] of people.entries())
    for (const type of allowed[place]!) {
      const isDecidedByEither = eitherDecides && type === 'DecideDispute';
      if (isDecidedByEither && actor === SECOND_STAFF) continue;
      // the others come in where the first two may not
      if (actor === THIRD_STAFF && type === 'DecideDispute' && (may(STAFF, type) || may(SECOND_STAFF, type))) continue;
      if (actor === FOURTH_STAFF && [STAFF, SECOND_STAFF, THIRD_STAFF].some((other) => may(other, type))) continue;
      for (const details of DETAILS[type](transaction)) {
        const add = (actor: Actor, alike: Move['alike']) =>
          moves.push({
            by,
            at: now,
            label: `${by}: ${type}`,
            command: asRead(
              { type, by: actor, at: now, ...WORDS, ...details } as unknown as TransactionCommand,
              transaction,
            ),
            ...(alike && { alike }),
          });
        add(actor, details.seller === NOT_PAYABLE ? 'butForSeller' : undefined);
        if (isDecidedByEither) add(SECOND_STAFF, 'butForName');
      }
    }
  return moves;
};
