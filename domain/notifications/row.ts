import type { DomainEvent } from '../events.ts';
import type { TransactionEventType } from '../transactions/events.ts';
import type { Emails, StaffEmailRule } from './emails.ts';
import type { Documented } from './notifications.ts';

export type EventType = DomainEvent['type'];
export type DataOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data'];

/** A text made from some fields of an event. Read models store only these fields; none is personal. */
export type SentenceTemplate<Data> = { needs: readonly (keyof Data & string)[]; say: (kept: Data) => string };
export type Sentence<Data> = string | null | SentenceTemplate<Data>;

export const saying = <Data, Key extends keyof Data & string>(
  needs: readonly Key[],
  say: (kept: Pick<Data, Key>) => string,
): SentenceTemplate<Data> => ({ needs, say });

/** The stored fields of a text. None is personal. */
export type SentenceFields = Readonly<Record<string, unknown>>;

export const fieldsFor = <Data>(sentence: Sentence<Data>, data: Data): SentenceFields =>
  sentence === null || typeof sentence === 'string'
    ? {}
    : Object.fromEntries(sentence.needs.map((field) => [field, data[field]]));

/** `kept`: the result of `fieldsFor`, or all of the event’s data. */
export const sentenceText = <Data>(sentence: Sentence<Data>, kept: SentenceFields): string | null =>
  sentence === null || typeof sentence === 'string' ? sentence : sentence.say(kept as Data);

/** Fills in `{title}`, `{other}` and the like. */
export const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');

/** What a person said. `words`: null after erasure. Amounts in cents. `party`: whose it is, if not the actor's. */
export type Statement = {
  party?: 'buyer' | 'seller';
  /** The party that is asked. */
  to?: 'buyer' | 'seller';
  words?: string | null | undefined;
  evidence?: readonly string[] | null;
  category?: string | null;
  claim?: number;
  toBuyer?: number;
  toSeller?: number;
};

/** Texts and recipients of an event type. Titles are in `transactionTitles.ts` and `accountTitles.ts`. */
export type EventText<Data> = {
  /**
   * `both`: the two parties of a transaction, conversation or price offer. `owner`: of the account, listing or inbox.
   * `staff`: internal.
   */
  audience: 'both' | 'owner' | 'staff';
  emails: Emails<Data>;
  toStaff?: StaffEmailRule<Data>;
  /** The activity feed of each party. `{title}`, `{other}` and `{stars}` are filled in on reading. */
  activity?: { buyer?: string; seller?: string };
  /** The notification type for each party. */
  notifies?: { buyer?: Documented; seller?: Documented };
  /** If present, the account's history shows it to staff, with this text beside its title. */
  history?: (data: Data) => string | null;
};

export type TransactionEventText<Data> = EventText<Data> & {
  /** Shown beside the title in the timeline, without personal data. Null: the title is enough. */
  sentence: Sentence<Data>;
  /** A party's statement, if the event contains one. */
  statement?: (data: Data) => Statement;
};

export type EventTexts<Types extends EventType> = { readonly [Type in Types]: EventText<DataOf<Type>> };
export type TransactionEventTexts = { readonly [Type in TransactionEventType]: TransactionEventText<DataOf<Type>> };

/** An event that opens a case. `cases.ts` has the text of each cause. Events of one command form one case. */
export const asCase =
  <Data>(
    about: string | ((data: Data) => string | null),
    /** The account that caused it already knows. */
    knownTo?: (data: Data) => string,
  ): StaffEmailRule<Data> =>
  (data, { commandId }) => {
    const cause = typeof about === 'string' ? about : about(data);
    if (!cause) return null;
    return {
      roles: ['staff'],
      template: 'caseForStaff',
      details: { about: cause },
      cause: `case.${commandId}`,
      ...(knownTo && { except: knownTo(data) }),
    };
  };
