import { queryOptions } from '@tanstack/react-query';
import type { ShownEvent } from './checkedHistory.ts';
import type { Finding } from './finding.ts';

/**
 * Whoever says something of a history asks this, so that no two places of a screen say different things. What is shown otherwise is looked
 * at anew. `findOut`: that of the proof's code, here or still to come.
 */
export const historyQuery = (
  stream: string,
  shown: readonly ShownEvent[],
  findOut: (stream: string, shown: readonly ShownEvent[]) => Promise<Finding>,
) =>
  queryOptions({ queryKey: ['proof', 'history', stream, shown], queryFn: () => findOut(stream, shown), staleTime: 0 });
