import type { EventOf } from '../shared/events.ts';
import { buying } from './events/buying.ts';
import { chargebacks } from './events/chargebacks.ts';
import { decisions } from './events/decisions.ts';
import { disputes } from './events/disputes.ts';
import { duplicates } from './events/duplicates.ts';
import { escrow } from './events/escrow.ts';
import { lateChargebacks } from './events/lateChargebacks.ts';
import { outside } from './events/outside.ts';
import { payouts } from './events/payouts.ts';
import { refunds } from './events/refunds.ts';
import { returns } from './events/returns.ts';
import type { Personal, Sheet } from './events/sheet.ts';
import { shipping } from './events/shipping.ts';
import { staff } from './events/staff.ts';

/**
 * Stream `transaction-{id}`: the events of the escrow chart, each with its sheet. Each type leads to exactly one status, so replay is a
 * lookup. An event carries the absolute instant of every deadline that it arms, so later terms never rewrite history.
 */
export const transactionEvents = {
  ...buying,
  ...shipping,
  ...escrow,
  ...disputes,
  ...decisions,
  ...returns,
  ...refunds,
  ...duplicates,
  ...outside,
  ...payouts,
  ...chargebacks,
  ...lateChargebacks,
  ...staff,
} as const;

export type TransactionEvent = EventOf<typeof transactionEvents>;
export type TransactionEventType = TransactionEvent['type'];

export const sheetOf = ({ type }: TransactionEvent): Sheet<TransactionEvent['data']> =>
  transactionEvents[type] as Sheet<never> as Sheet<TransactionEvent['data']>;

/** Events that carry personal data. */
export type PersonalEventType = {
  [Type in TransactionEventType]: [Personal<(typeof transactionEvents)[Type]['schema']['shape']>] extends [never]
    ? never
    : Type;
}[TransactionEventType];
