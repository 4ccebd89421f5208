import type { StoredEvent } from '../ports/eventStore.ts';
import { toHex, utf8 } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import type { Sha256 } from './hashing.ts';

/**
 * The hash that an event carries, over its envelope without that hash. Position and recorded time are covered by
 * the leaf instead.
 */
export const chainHash = (
  { stream, id, type, version, data, metadata: { hash: _, ...metadata } }: StoredEvent,
  sha256: Sha256,
): string => toHex(sha256(utf8(canonicalJson({ id, type, version, stream, data, metadata }))));

/** The first revision that was changed or does not chain to its predecessor. A withheld event cannot be checked. */
export const brokenRevision = (events: readonly (StoredEvent | undefined)[], sha256: Sha256): number | undefined => {
  let before: string | null | undefined = null;
  for (const [revision, event] of events.entries()) {
    if (event) {
      const { hash, prevHash } = event.metadata;
      const follows = before === undefined || prevHash === before;
      if (event.revision !== revision || !follows || chainHash(event, sha256) !== hash) return revision;
    }
    before = event?.metadata.hash;
  }
  return undefined;
};
