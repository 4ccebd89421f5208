import { arrowsOf, REGION_NAMES, REGIONS, type RegionName } from '#domain/transactions/process/regions.ts';

/** Current state of a region, and the arrows taken, as `from to`. */
export type ChartPath = { at: string; taken: ReadonlySet<string> };

/** Path through the chart, derived from the event names in order. */
export const pathOf = (events: readonly string[]): Record<RegionName, ChartPath> =>
  Object.fromEntries(
    REGION_NAMES.map((name): [RegionName, ChartPath] => {
      const region = REGIONS[name];
      const taken = new Set<string>();
      let at = Object.keys(region)[0] ?? '';
      for (const event of events) {
        const to = arrowsOf(at, region[at] ?? {}).find(([type]) => type === event)?.[1] ?? at;
        if (to !== at) taken.add(`${at} ${to}`);
        at = to;
      }
      return [name, { at, taken }];
    }),
  ) as Record<RegionName, ChartPath>;
