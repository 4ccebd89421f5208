import type { ProvenFact, StreamProof } from '#application/contract/proofs.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { type HistoryVerdict, judgeHistory } from '#application/transparency/history.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { serverCode } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { askLog, bytesOf } from './signedHead.ts';

/** A fact as a screen shows it. `data`: personal fields masked, or opened. */
export type ShownFact = { revision: number; type: string; hash?: string; data?: Record<string, unknown> };

export type CheckedHistory = {
  head: CheckedHead;
  verdict: HistoryVerdict;
  facts: readonly ProvenFact[];
  /** Revisions that the screen shows otherwise than they are stored. */
  shownOtherwise: number[];
};

const MOST_TRIES = 3;

const page = (stream: string, number: number, size: number | undefined) =>
  api.get<StreamProof>(
    `proof/stream/${encodeURIComponent(stream)}?page=${number}${size === undefined ? '' : `&size=${size}`}`,
  );

const sizeIn = (head: string): number => Number(head.split('\n')[1]);

/** All pages under one head: when another was signed meanwhile, they are asked for anew. */
const wholeProof = async (stream: string, triesLeft = MOST_TRIES): Promise<StreamProof> => {
  const first = await page(stream, 1, undefined);
  const facts = [...first.facts];
  try {
    for (let number = 2, more = first.hasMore; more; number++) {
      const next = await page(stream, number, first.head === null ? 0 : sizeIn(first.head));
      facts.push(...next.facts);
      more = next.hasMore;
    }
  } catch (error) {
    if (serverCode(error) === 'notNewestHead' && triesLeft > 1) return wholeProof(stream, triesLeft - 1);
    throw error;
  }
  return { ...first, facts };
};

const MASKED = '[personal]';
const isSealed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('$personal' in value || 'ct' in value);

/** Fields that are sealed are proven as the ciphertext that is stored; what they say is not compared. */
const isShownAsStored = (shown: ShownFact, { type, data, metadata }: HistoryVerdict['events'][number]): boolean => {
  if (shown.type !== type || (shown.hash !== undefined && shown.hash !== metadata.hash)) return false;
  return Object.entries(shown.data ?? {}).every(([name, value]) => {
    if (!(name in data) || isSealed(data[name]) || value === MASKED || value === null) return true;
    return canonicalJson(value) === canonicalJson(data[name]);
  });
};

/** Everything about a stream's proof, recomputed here. */
export const checkHistory = async (stream: string, shown: readonly ShownFact[]): Promise<CheckedHistory> => {
  const [proof, state] = [await wholeProof(stream), await askLog()];
  const head = await checkHead(proof.head ?? undefined, state);
  const end = proof.map?.end;
  const verdict = judgeHistory(
    {
      stream,
      facts: proof.facts.map(({ entry, index, path }) => ({
        entry,
        index: index ?? undefined,
        path: path.map(bytesOf),
      })),
      head: head.kind === 'signed' ? head.head : undefined,
      map: proof.map
        ? {
            beside: proof.map.beside.map(bytesOf),
            end: end ? { key: bytesOf(end.key), revision: end.revision, leaf: bytesOf(end.leaf) } : undefined,
          }
        : undefined,
    },
    sha256,
  );
  const shownOtherwise = shown
    .filter(({ revision }) => revision < verdict.events.length)
    .filter((fact) => !isShownAsStored(fact, verdict.events[fact.revision]!))
    .map(({ revision }) => revision);
  return { head, verdict, facts: proof.facts, shownOtherwise };
};
