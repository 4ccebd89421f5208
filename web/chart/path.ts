import type { Move } from '#domain/audit/replay/transactionStrip.ts';
import { REGION_NAMES, REGIONS, type RegionName } from '#domain/transactions/process/regions.ts';

/** Current state of a region, and the arrows taken, as `from to`. */
export type ChartPath = { at: string; taken: ReadonlySet<string> };

/** Path through the chart, from the moves of its regions in order. */
export const pathOf = (moves: readonly Move[]): Record<RegionName, ChartPath> =>
  Object.fromEntries(
    REGION_NAMES.map((name): [RegionName, ChartPath] => {
      const own = moves.filter(({ region }) => region === name);
      const at = own.at(-1)?.to ?? Object.keys(REGIONS[name])[0] ?? '';
      return [name, { at, taken: new Set(own.map(({ from, to }) => `${from} ${to}`)) }];
    }),
  ) as Record<RegionName, ChartPath>;
