import { expect } from 'vitest';
import { openStorage } from '#infrastructure/composition/storage.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { verifiedReadModels } from '#infrastructure/policies/readModelCheck.ts';
import type { Config } from '#infrastructure/settings/config.ts';
import { silentLog } from './silentLog.ts';

/** Rebuilds every read model next to the running marketplace and compares all rows. */
export const expectAllRowsAsTheEventsSay = async (config: Config): Promise<void> => {
  const storage = await openStorage(config, openMetrics(), () => undefined);
  try {
    let all = 0;
    for await (const { name, rows, differing } of verifiedReadModels(storage, silentLog())) {
      expect(differing, name).toEqual([]);
      all += rows;
    }
    expect(all).toBeGreaterThan(0);
  } finally {
    await storage.close();
  }
};
