import { personalIn } from '#domain/audit/sight.ts';
import type { Repository } from '../streams/repository.ts';

type Fact = { id: string; type: string; data: object };
type Deps = { repository: Pick<Repository, 'accounts'> };

const writerOf = ({ type, data }: Fact): unknown => {
  const { senderId, reporterId }: { senderId?: unknown; reporterId?: unknown } = data;
  if (type === 'MessageSent') return senderId;
  return type === 'MessageReported' ? reporterId : undefined;
};

const messageOf = ({ data }: Fact): unknown => ('messageId' in data ? data.messageId : undefined);

/** Of the words in a fact of a conversation. What staff note of a report speaks of all who wrote before it. */
const writersOf = (fact: Fact, facts: readonly Fact[]): string[] => {
  const about =
    fact.type === 'MessageReportResolved' ? facts.filter((one) => messageOf(one) === messageOf(fact)) : [fact];
  return about.map(writerOf).filter((writer) => typeof writer === 'string');
};

/**
 * The ids of those facts of conversations whose words went with whoever wrote them. Their key is that of a month, so of both who talk:
 * erasing an account leaves it there for the other one, and whoever shows facts asks here.
 */
export const wordsErasedIn = async (facts: readonly Fact[], { repository }: Deps): Promise<ReadonlySet<string>> => {
  const written = facts.map((fact) => ({ id: fact.id, writers: writersOf(fact, facts) }));
  const erased = new Set<string>();
  for (const writer of new Set(written.flatMap(({ writers }) => writers)))
    if ((await repository.accounts.show(writer)).state.status === 'deleted') erased.add(writer);
  return new Set(written.flatMap(({ id, writers }) => (writers.some((writer) => erased.has(writer)) ? [id] : [])));
};

/** The fact as it reads once its words are erased. */
export const withoutWords = <One extends Fact>(fact: One): One => ({
  ...fact,
  data: { ...fact.data, ...Object.fromEntries(personalIn(fact.type).map((field) => [field, null])) },
});
