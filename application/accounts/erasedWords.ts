import { personalIn } from '#domain/audit/sight.ts';
import type { Repository } from '../streams/repository.ts';

type Event = { id: string; type: string; data: object };
type Deps = { repository: Pick<Repository, 'accounts'> };

const writerOf = ({ type, data }: Event): unknown => {
  const { senderId, reporterId }: { senderId?: unknown; reporterId?: unknown } = data;
  if (type === 'MessageSent') return senderId;
  return type === 'MessageReported' ? reporterId : undefined;
};

const messageOf = ({ data }: Event): unknown => ('messageId' in data ? data.messageId : undefined);

/** Of the words in a fact of a conversation. What staff note of a report speaks of all who wrote before it. */
const writersOf = (event: Event, events: readonly Event[]): string[] => {
  const about =
    event.type === 'MessageReportResolved' ? events.filter((one) => messageOf(one) === messageOf(event)) : [event];
  return about.map(writerOf).filter((writer) => typeof writer === 'string');
};

/**
 * The ids of those facts of conversations whose words went with whoever wrote them. Their key is that of a month, so of both who talk:
 * erasing an account leaves it there for the other one, and whoever shows facts asks here.
 */
export const wordsErasedIn = async (events: readonly Event[], { repository }: Deps): Promise<ReadonlySet<string>> => {
  const written = events.map((event) => ({ id: event.id, writers: writersOf(event, events) }));
  const erased = new Set<string>();
  for (const writer of new Set(written.flatMap(({ writers }) => writers)))
    if ((await repository.accounts.show(writer)).state.status === 'deleted') erased.add(writer);
  return new Set(written.flatMap(({ id, writers }) => (writers.some((writer) => erased.has(writer)) ? [id] : [])));
};

/** The fact as it reads once its words are erased. */
export const withoutWords = <One extends Event>(event: One): One => ({
  ...event,
  data: { ...event.data, ...Object.fromEntries(personalIn(event.type).map((field) => [field, null])) },
});
