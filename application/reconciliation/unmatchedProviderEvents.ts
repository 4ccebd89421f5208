import { type AlteredFile, altered } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import { unmatchedEventId } from '../streams/streamNames.ts';

type Deps = { repository: Pick<Repository, 'unmatchedEvents'> };

export const recordAltered = (file: AlteredFile, context: CommandContext, { repository }: Deps) => {
  const request = altered(file);
  return repository.unmatchedEvents.send(unmatchedEventId(request.eventId), request, context);
};

export const closeUnmatchedEvent = (eventId: string, note: string, context: CommandContext, { repository }: Deps) =>
  repository.unmatchedEvents.send(unmatchedEventId(eventId), { type: 'CloseOrphan', note }, context);
