import type { TransactionEvent, TransactionEventType } from '../transactions/events.ts';
import {
  fieldsFor,
  type SentenceFields,
  sentenceText,
  type TransactionEventText,
  type TransactionEventTexts,
} from './row.ts';

import { buying } from './transactions/buying.ts';
import { decisions } from './transactions/decisions.ts';
import { disputes } from './transactions/disputes.ts';
import { holds } from './transactions/holds.ts';
import { payouts } from './transactions/payouts.ts';
import { refunds } from './transactions/refunds.ts';
import { returns } from './transactions/returns.ts';
import { shipping } from './transactions/shipping.ts';

/** The texts of every transaction event. A missing one does not compile. */
export const TRANSACTION_EVENT_TEXTS: TransactionEventTexts = {
  ...buying,
  ...shipping,
  ...disputes,
  ...decisions,
  ...returns,
  ...refunds,
  ...payouts,
  ...holds,
};

type Data = TransactionEvent['data'];
const rowOf = (type: TransactionEventType) => TRANSACTION_EVENT_TEXTS[type] as TransactionEventText<Data>;

export const keptOf = ({ type, data }: TransactionEvent): SentenceFields => fieldsFor(rowOf(type).sentence, data);

/** `kept`: the result of `keptOf`, or all of the event's data. */
export const sentenceOf = (type: TransactionEventType, kept: SentenceFields): string | null =>
  sentenceText(rowOf(type).sentence, kept);

/** Only staff see it: it is about our work, not about the transaction. */
export const isInternal = (type: TransactionEventType): boolean => TRANSACTION_EVENT_TEXTS[type].audience === 'staff';

/** A party's statement in the event, if any. */
export const saidIn = ({ type, data }: TransactionEvent) => rowOf(type).statement?.(data);
