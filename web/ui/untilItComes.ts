/** ms between two attempts where no connection is seen to come back. */
const AGAIN = 5_000;

const connected = () =>
  new Promise((resolve) => {
    setTimeout(resolve, AGAIN);
    addEventListener('online', resolve, { once: true });
  });

/** Code that nobody asked for and that the page stands without: tried again until it is here. Never rejects. */
export const untilItComes = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  try {
    return await load();
  } catch {
    await connected();
    return untilItComes(load);
  }
};
