import type { Heard, TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import { appellantsIn, deadlineWords, REMINDER_EMAILS } from '#domain/notifications/deadlines.ts';
import { titleAfter } from '#domain/notifications/transactionTitles.ts';
import { DISPLAY_LABELS } from '#domain/transactions/statuses.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';

type Past = TransactionView['paymentHistory'][number];

/** An unknown status is shown as Created (document 2, section 4). */
const statusLabel = (status: string): string =>
  DISPLAY_LABELS[status as keyof typeof DISPLAY_LABELS] ?? DISPLAY_LABELS.CREATED;

/** `ended`: how a draft ended that is no decision. */
export type TimelineEntry = {
  title: string;
  detail: string | null;
  status: string | null;
  at: string;
  ahead: boolean;
  ended?: string | undefined;
};

const ENDS = { confirmed: 'Confirmed', withdrawn: 'Withdrawn', lapsed: 'Lapsed' } as const;

/** The end of a draft; undefined while it waits. */
export const endOfDraft = ({ ended }: Pick<Heard, 'ended'>): string | undefined => {
  if (!ended) return undefined;
  const on = ended.at === null ? '' : ` on ${dueTime(ended.at)}`;
  return ended.how === 'confirmed'
    ? `${ENDS.confirmed}${on}: it is the decision.`
    : `${ENDS[ended.how]}${on}. This draft no longer counts.`;
};

/** Only staff have an entry for the end of a draft. */
const endedDraft = ({ event, timestamp }: Past, heard: readonly Heard[]): string | undefined => {
  const draft = heard.find(({ kind, at }) => kind === 'draft' && event === 'DraftShown' && at === timestamp);
  return draft?.ended && draft.ended.how !== 'confirmed' ? endOfDraft(draft) : undefined;
};

const latestFirst = (one: TimelineEntry, other: TimelineEntry): number => Date.parse(other.at) - Date.parse(one.at);

/** Newest first, so that upcoming entries are on top. */
export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => [
  ...entries.filter(({ ahead }) => ahead).sort(latestFirst),
  ...entries.filter(({ ahead }) => !ahead).sort(latestFirst),
];

/** Latest first, also for two events at the same instant. */
export const pastEntries = (history: readonly Past[], heard: readonly Heard[] = []): TimelineEntry[] =>
  history
    .map((entry, place) => ({
      title: titleAfter(entry, history[place - 1]),
      detail: entry.detail,
      status: statusLabel(entry.status),
      at: entry.timestamp,
      ahead: false,
      ended: endedDraft(entry, heard),
    }))
    .reverse();

/** Armed deadlines as timeline entries. A sent reminder stays armed, so it counts as past. */
export const deadlineEntries = (
  transaction: Pick<TransactionView, 'deadlines' | 'policyVersion'> & Partial<Pick<TransactionDetail, 'decision'>>,
  now: number,
): TimelineEntry[] =>
  transaction.deadlines.flatMap(({ kind, dueAt: at }) => {
    const words = deadlineWords(kind, termsOf(transaction), appellantsIn(transaction.decision?.appeals));
    const isSent = Object.hasOwn(REMINDER_EMAILS, kind) && Date.parse(at) <= now;
    return words ? [{ ...words, status: null, at, ahead: !isSent }] : [];
  });
