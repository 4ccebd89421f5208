import { needsReload } from './lostPart.ts';

/** ms */
const AGAIN = 5_000;

/**
 * For code that the page can work without: retries until it loads. Never rejects; never resolves after a new
 * version.
 */
export const untilItComes = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async (error) => {
    if (needsReload(error)) return new Promise<never>(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return untilItComes(load);
  });
