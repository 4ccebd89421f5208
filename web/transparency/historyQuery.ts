import { type Query, queryOptions } from '@tanstack/react-query';
import type { Finding } from './finding.ts';
import type { ShownEvent } from './storedHistory.ts';

/**
 * Shared by all parts of a screen, so that they never disagree. A changed display is checked again. `findOut`: the proof code, loaded or
 * still loading. `version`: changes with `shown`, for displays too long to compare that only grow. There the
 * earlier finding stays, as a placeholder, until the new events are checked.
 */
export const historyQuery = (
  stream: string,
  shown: readonly ShownEvent[],
  findOut: (stream: string, shown: readonly ShownEvent[]) => Promise<Finding>,
  version: string | undefined,
) =>
  queryOptions({
    queryKey: ['proof', 'history', stream, version ?? shown],
    queryFn: () => findOut(stream, shown),
    staleTime: 0,
    placeholderData: (earlier: Finding | undefined, query: Query<Finding> | undefined) =>
      version !== undefined && query?.queryKey[2] === stream ? earlier : undefined,
  });
