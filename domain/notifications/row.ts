import type { DomainEvent } from '../events.ts';
import type { TransactionEventType } from '../transactions/events.ts';
import type { Emails, StaffEmailRule } from './emails.ts';
import type { Documented } from './notifications.ts';

export type EventType = DomainEvent['type'];
export type DataOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data'];

/** Words over some fields of a fact. Whoever stores a fact to be told later keeps these fields: none of them is personal. */
export type SentenceTemplate<Data> = { needs: readonly (keyof Data & string)[]; say: (kept: Data) => string };
export type Sentence<Data> = string | null | SentenceTemplate<Data>;

export const saying = <Data, Key extends keyof Data & string>(
  needs: readonly Key[],
  say: (kept: Pick<Data, Key>) => string,
): SentenceTemplate<Data> => ({ needs, say });

/** What the words of a fact need of its data, as it may be stored: nothing of it is personal. */
export type SentenceFields = Readonly<Record<string, unknown>>;

export const fieldsFor = <Data>(sentence: Sentence<Data>, data: Data): SentenceFields =>
  sentence === null || typeof sentence === 'string'
    ? {}
    : Object.fromEntries(sentence.needs.map((field) => [field, data[field]]));

/** `kept`: what `fieldsFor` kept of the fact, or all of its data. */
export const sentenceText = <Data>(sentence: Sentence<Data>, kept: SentenceFields): string | null =>
  sentence === null || typeof sentence === 'string' ? sentence : sentence.say(kept as Data);

/** `{title}`, `{other}` and the like put in. */
export const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');

/** What a person said in a fact; `words` null: they are erased. Sums in cents. */
export type Statement = {
  words?: string | null | undefined;
  evidence?: readonly string[] | null;
  category?: string | null;
  claim?: number;
  toBuyer?: number;
  toSeller?: number;
};

/** What a fact means to people. Its heading stands in `saleTitles.ts` and `accountTitles.ts`. */
export type EventText<Data> = {
  /** `both`: the parties of a sale, a conversation or a proposed price. `owner`: whose account, listing or inbox it is. `staff`: about our work. */
  audience: 'both' | 'owner' | 'staff';
  emails: Emails<Data>;
  toStaff?: StaffEmailRule<Data>;
  /** The recent activity of each party: `{title}`, `{other}` and `{stars}` are put in when it is read. */
  activity?: { buyer?: string; seller?: string };
  /** The kind of notification that each party gets. */
  notifies?: { buyer?: Documented; seller?: Documented };
  /** Present: staff find it in the history of the account, with these words beside its title. */
  history?: (data: Data) => string | null;
};

export type TransactionEventText<Data> = EventText<Data> & {
  /** Beside the title in the timeline, without names, addresses or other personal data. Null: the title says all. */
  sentence: Sentence<Data>;
  /** What somebody says with it; absent where nobody says anything. */
  statement?: (data: Data) => Statement;
};

export type EventTexts<Types extends EventType> = { readonly [Type in Types]: EventText<DataOf<Type>> };
export type TransactionEventTexts = { readonly [Type in TransactionEventType]: TransactionEventText<DataOf<Type>> };

/** Something only a person can settle, as a stable word that `cases.ts` has the words for; what one command wrote is one case. */
export const asCase =
  <Data>(
    about: string | ((data: Data) => string | null),
    /** Whoever stops a sale, or proposes, knows of it. */
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
