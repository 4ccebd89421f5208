import type { DomainEvent } from '../events.ts';
import { MESSAGE_RULE_WORDS } from '../moderation/messageReportsText.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Details, EventEmailTo } from './emails.ts';
import {
  type DataOf,
  fieldsFor,
  filled,
  type SentenceFields,
  type SentenceTemplate,
  saying,
  sentenceText,
} from './row.ts';

type Resolved = DataOf<'MessageReportResolved'>;
/** The author of a reported message, or somebody who reported it. */
export type MessageReportSide = 'sender' | 'reporter';

const detailsOf = ({ listingId, sentAt, rule, outcome }: Resolved): Details => ({
  ...(listingId !== undefined && { listing: listingId }),
  sentAt: sentAt ?? null,
  rule: rule ?? null,
  outcome,
});

/** Only a warning tells the sender: a suspension has its own e-mail. */
export const emailsOfMessageReport = (data: Resolved): EventEmailTo[] => [
  ...(data.outcome === 'warned'
    ? [{ to: 'sender', template: 'messageWarning', details: detailsOf(data) } as const]
    : []),
  { to: 'reporters', template: 'messageReportDecided', details: detailsOf(data) },
];

/** The accounts behind a recipient of that event; none for other events. */
export const accountsOfMessageReport = ({ type, data }: DomainEvent, to: EventEmailTo['to']): readonly AccountId[] => {
  if (type !== 'MessageReportResolved') return [];
  if (to === 'sender') return data.senderId === undefined ? [] : [data.senderId];
  return to === 'reporters' ? (data.reporters ?? []) : [];
};

const broken = (rule: Resolved['rule']): string => {
  const words = rule && MESSAGE_RULE_WORDS[rule];
  return words ? `: ${words[0]?.toLowerCase()}${words.slice(1)}` : '';
};

const DECIDED: Readonly<Record<Resolved['outcome'], string>> = {
  nothing: 'Our staff found nothing that breaks the rules in the message about {title} that you reported.',
  warned: 'The message about {title} that you reported breaks our rules. Our staff warned its sender.',
  suspended: 'The message about {title} that you reported breaks our rules. Our staff suspended its sender.',
};

const SENTENCES: Readonly<Record<MessageReportSide, SentenceTemplate<Resolved>>> = {
  sender: saying(
    ['rule'],
    ({ rule }) =>
      `Our staff warned you about a message about {title}${broken(rule)}. The email says what may follow, and how to complain.`,
  ),
  reporter: saying(['outcome'], ({ outcome }) => DECIDED[outcome]),
};

/** In-app messages about a resolved report, with the fields of their text. */
export const messagesOfMessageReport = (
  event: DomainEvent,
): { account: AccountId; to: MessageReportSide; kept: SentenceFields }[] => {
  const { type, data } = event;
  if (type !== 'MessageReportResolved') return [];
  const told = (to: MessageReportSide, accounts: readonly AccountId[]) =>
    accounts.map((account) => ({ account, to, kept: fieldsFor(SENTENCES[to], data) }));
  const warned = data.outcome === 'warned' ? accountsOfMessageReport(event, 'sender') : [];
  return [...told('sender', warned), ...told('reporter', accountsOfMessageReport(event, 'reporters'))];
};

/** `title`: quoted. */
export const messageReportText = (side: MessageReportSide, kept: SentenceFields, title: string): string =>
  filled(sentenceText(SENTENCES[side], kept) ?? '', { title });
