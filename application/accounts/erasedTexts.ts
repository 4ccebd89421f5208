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

/** The authors of the texts in a conversation event. A report's resolution may quote every earlier author. */
const writersOf = (event: Event, events: readonly Event[]): string[] => {
  const about =
    event.type === 'MessageReportResolved' ? events.filter((one) => messageOf(one) === messageOf(event)) : [event];
  return about.map(writerOf).filter((writer) => typeof writer === 'string');
};

/**
 * The ids of conversation events whose texts were erased with their author. A month's key covers both parties, so
 * erasing one account leaves the key in place and readers must check here.
 */
export const eventsWithErasedTexts = async (
  events: readonly Event[],
  { repository }: Deps,
): Promise<ReadonlySet<string>> => {
  const written = events.map((event) => ({ id: event.id, writers: writersOf(event, events) }));
  const erased = new Set<string>();
  for (const writer of new Set(written.flatMap(({ writers }) => writers)))
    if ((await repository.accounts.show(writer)).state.status === 'deleted') erased.add(writer);
  return new Set(written.flatMap(({ id, writers }) => (writers.some((writer) => erased.has(writer)) ? [id] : [])));
};

/** The event as it reads after its texts are erased. */
export const withoutTexts = <One extends Event>(event: One): One => ({
  ...event,
  data: { ...event.data, ...Object.fromEntries(personalIn(event.type).map((field) => [field, null])) },
});
