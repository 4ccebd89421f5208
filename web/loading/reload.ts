import { SECOND } from '#domain/shared/instants.ts';

/** A browser that does not keep a draft within this time holds nobody back. */
const LONGEST = 2 * SECOND;

const keepers = new Set<() => unknown>();

/** `keep` is called before the page is reloaded. @returns what takes it back */
export const beforeReload = (keep: () => unknown): (() => void) => {
  keepers.add(keep);
  return () => void keepers.delete(keep);
};

/** Loads the page again, with the drafts of the open forms kept. */
export const reload = async (): Promise<void> => {
  const kept = Promise.allSettled([...keepers].map(async (keep) => keep()));
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, LONGEST))]);
  window.location.reload();
};
