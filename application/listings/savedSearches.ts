import type { Pace } from '#domain/accounts/mailChoices.ts';
import { type SearchesRejection, sameSearch, searchOf } from '#domain/listings/savedSearches.ts';
import type { Wanted } from '#domain/listings/savedSearchFilters.ts';
import { ok, type Result } from '#domain/shared/decider.ts';
import type { Id } from '#domain/shared/ids.ts';
import { part } from '../accounts/accountDeps.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { Repository } from '../streams/repository.ts';

type Saved = { searchId: Id; name: string; already: boolean; position: Position | undefined };
type Written = { position: Position | undefined };

/** A member's saved searches, in their own stream. */
export const searchCommands = ({ repository }: { repository: Pick<Repository, 'savedSearches'> }) => {
  type Send = typeof repository.savedSearches.send;
  const send = (...given: Parameters<Send>): ReturnType<Send> => repository.savedSearches.send(...given);
  return {
    save: async (
      wanted: Wanted,
      name: string | undefined,
      context: CommandContext,
    ): Promise<Result<Saved, SearchesRejection>> => {
      const own = derivedId('search', context);
      const outcome = await send(context.actor.id, { type: 'SaveSearch', searchId: own, wanted, name }, context);
      if (!outcome.ok) return outcome;
      const { state, position } = outcome.value;
      const searchId = sameSearch(state, wanted) ?? own;
      return ok({ searchId, name: searchOf(state, searchId)?.name ?? '', already: searchId !== own, position });
    },
    /** Writes each part as its own event and stops at the first rejection. */
    change: async (
      searchId: Id,
      { name, pace }: { name?: string | undefined; pace?: Pace | undefined },
      context: CommandContext,
    ): Promise<Result<Written, SearchesRejection>> => {
      const renamed =
        name === undefined
          ? ok({ position: undefined })
          : await send(context.actor.id, { type: 'RenameSearch', searchId, name }, context);
      if (!renamed.ok || pace === undefined) return renamed;
      return send(context.actor.id, { type: 'ChooseSearchPace', searchId, pace }, part(context, 'pace'));
    },
    look: (searchId: Id, context: CommandContext) =>
      send(context.actor.id, { type: 'LookAtSearch', searchId }, context),
    remove: (searchId: Id, context: CommandContext) =>
      send(context.actor.id, { type: 'DeleteSearch', searchId }, context),
  };
};
