import { expect } from 'vitest';
import { openEngines } from '#infrastructure/composition/engines.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { verifiedReadModels } from '#infrastructure/policies/readModelCheck.ts';
import type { Config } from '#infrastructure/settings/config.ts';
import { silentLog } from './silentLog.ts';

/** Every row of every read model, built once more beside a marketplace that runs. */
export const expectAllRowsAsTheEventsSay = async (config: Config): Promise<void> => {
  const engines = await openEngines(config, openMetrics(), () => undefined);
  try {
    let all = 0;
    for await (const { name, rows, differing } of verifiedReadModels(engines, silentLog())) {
      expect(differing, name).toEqual([]);
      all += rows;
    }
    expect(all).toBeGreaterThan(0);
  } finally {
    await engines.close();
  }
};
