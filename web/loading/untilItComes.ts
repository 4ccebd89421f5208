import { needsReload } from './lostPart.ts';

/** ms */
const AGAIN = 5_000;

/** Code that nobody asked for and that the page works without: retried until it is here. Never rejects; after a new version it never comes. */
export const untilItComes = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async (error) => {
    if (needsReload(error)) return new Promise<never>(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return untilItComes(load);
  });
