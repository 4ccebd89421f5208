/** ms */
const AGAIN = 5_000;

/** Code that nobody asked for and that the page stands without: tried again until it is here. Never rejects. */
export const untilItComes = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return untilItComes(load);
  });
