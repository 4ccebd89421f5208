import { queryOptions } from '@tanstack/react-query';
import type { ShownFact } from './checkedHistory.ts';

/** Whoever says something of a history asks this, so that no two places of a screen say different things. What is shown otherwise is looked at anew. */
export const historyQuery = (stream: string, shown: readonly ShownFact[]) =>
  queryOptions({
    queryKey: ['proof', 'history', stream, shown],
    queryFn: async () => (await import('./onDemand.ts')).findOut(stream, shown),
    staleTime: 0,
  });
