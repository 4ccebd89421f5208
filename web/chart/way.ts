import { arrowsOf, REGION_NAMES, REGIONS, type RegionName } from '#domain/transactions/process/regions.ts';

/** Where a sale has come to in a region, and the arrows that it took there, as `from to`. */
export type Way = { at: string; taken: ReadonlySet<string> };

/** The path of a sale through the chart, from the names of its facts in their order. */
export const wayOf = (events: readonly string[]): Record<RegionName, Way> =>
  Object.fromEntries(
    REGION_NAMES.map((name): [RegionName, Way] => {
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
  ) as Record<RegionName, Way>;
