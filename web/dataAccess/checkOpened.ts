import type { OpenedData } from '#application/contract/accessLog.ts';
import type { StreamProof } from '#application/contract/transparency.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { isCommittedTo } from '#application/transparency/commitment.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { api } from '../api/client.ts';

type Subject = { stream: string; revision: number };

/** `bare`: stored by an earlier release without a commitment; `withheld`: the reader may not see the stored event. */
export type Held = { as: 'written' | 'other'; fields: string[]; at: number } | { as: 'bare' } | { as: 'withheld' };

const commitmentOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'commitment' in value ? String(value.commitment) : undefined;

/** Checks opened data against the commitments in the stored event, in the browser. */
export const checkOpened = async (
  { stream, revision }: Subject,
  { fields, openings }: Pick<OpenedData, 'fields' | 'openings'>,
): Promise<Held> => {
  const { facts: events } = await api.get<StreamProof>(
    `proof/stream/${encodeURIComponent(stream)}?page=${revision + 1}&limit=1`,
  );
  const entry = events[0]?.entry;
  if (entry == null) return { as: 'withheld' };
  const stored = readEntry(entry);
  const at = stored.recordedAt;
  const said = Object.entries(fields).filter(([, value]) => value != null);
  if (stored.stream !== stream || stored.revision !== revision)
    return { as: 'other', fields: said.map(([field]) => field), at };
  const committed = said.filter(([field]) => commitmentOf(stored.data[field]) !== undefined);
  const wrong = committed.filter(([field, value]) => {
    const opening = openings.find(({ path }) => path === `/data/${field}`);
    const canonical = canonicalJson(value);
    return !opening || !isCommittedTo(commitmentOf(stored.data[field])!, opening.salt, canonical, sha256);
  });
  if (wrong.length > 0) return { as: 'other', fields: wrong.map(([field]) => field), at };
  if (committed.length < said.length || said.length === 0) return { as: 'bare' };
  return { as: 'written', fields: committed.map(([field]) => field), at };
};
