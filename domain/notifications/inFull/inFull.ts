import type { TransactionEventType } from '../../transactions/events.ts';
import { sentenceOf } from '../transactions.ts';
import { transactionTitle } from '../transactionTitles.ts';
import { disputes } from './disputes.ts';
import { money } from './money.ts';
import { sale } from './sale.ts';
import { AS_IN_TIMELINE, type FullSentence, type FullSentences, type Teller } from './sentence.ts';

/** Every transaction event in full sentences, for readers who see no screen. A missing one does not compile. */
export const IN_FULL: FullSentences = { ...sale, ...disputes, ...money };

export const isTransactionEvent = (type: string): type is TransactionEventType => Object.hasOwn(IN_FULL, type);

/** For any text: a forged event may be called like a method of objects, which no title with a space is. */
export const titleOfAny = (type: string): string =>
  transactionTitle(isTransactionEvent(type) ? type : `${type} `).trimEnd();

const closed = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/**
 * The event in sentences. `data` may be of an older version, or forged: an event that cannot be told gets its title.
 */
export const eventInFull = (
  type: string,
  data: Readonly<Record<string, unknown>>,
  tell: Teller,
  sentences: FullSentences = IN_FULL,
): string => {
  const title = closed(titleOfAny(type));
  if (!isTransactionEvent(type)) return title;
  const sentence = sentences[type] as FullSentence<never>;
  try {
    const told = sentence === AS_IN_TIMELINE ? sentenceOf(type, data) : sentence(data as never, tell);
    // a field that an older version lacks
    return told === null || /undefined|NaN/.test(told.replace(/“[^”]*”/g, ''))
      ? title
      : closed(told.charAt(0).toUpperCase() + told.slice(1));
  } catch {
    return title;
  }
};
