import type { StoredEvent } from '../ports/eventStore.ts';
import { toHex, utf8 } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import type { Sha256 } from './hashing.ts';

/** The hash that a fact carries: of its envelope without that hash. It says nothing of position and recorded time; the leaf does. */
export const chainHash = (
  { stream, id, type, version, data, metadata: { hash: _, ...metadata } }: StoredEvent,
  sha256: Sha256,
): string => toHex(sha256(utf8(canonicalJson({ id, type, version, stream, data, metadata }))));

/** The first revision of a whole stream that is not what was written there, or does not follow the one before it. */
export const brokenRevision = (events: readonly StoredEvent[], sha256: Sha256): number | undefined => {
  let prevHash: string | null = null;
  for (const [revision, event] of events.entries()) {
    const { hash, prevHash: named } = event.metadata;
    if (event.revision !== revision || named !== prevHash || chainHash(event, sha256) !== hash) return revision;
    prevHash = hash;
  }
  return undefined;
};
