import { queryOptions } from '@tanstack/react-query';
import type { ShownEvent } from './checkedHistory.ts';
import type { Finding } from './finding.ts';

/** Shared by all parts of a screen, so that they never disagree. A changed display is checked again. `findOut`: the proof code, loaded or still loading. */
export const historyQuery = (
  stream: string,
  shown: readonly ShownEvent[],
  findOut: (stream: string, shown: readonly ShownEvent[]) => Promise<Finding>,
) =>
  queryOptions({ queryKey: ['proof', 'history', stream, shown], queryFn: () => findOut(stream, shown), staleTime: 0 });
