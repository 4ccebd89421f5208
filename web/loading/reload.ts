import { SECOND } from '#domain/shared/instants.ts';

/** Do not wait longer for drafts to be stored. */
const LONGEST = 2 * SECOND;

const keepers = new Set<() => unknown>();

/**
 * `keep` runs before the reload.
 * @returns a function that removes it
 */
export const beforeReload = (keep: () => unknown): (() => void) => {
  keepers.add(keep);
  return () => void keepers.delete(keep);
};

/** Reloads the page after storing the drafts of open forms. */
export const reload = async (): Promise<void> => {
  const kept = Promise.allSettled([...keepers].map(async (keep) => keep()));
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, LONGEST))]);
  window.location.reload();
};
