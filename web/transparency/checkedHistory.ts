import type { HistoryEvent, StreamProof } from '#application/contract/transparency.ts';
import { serverCode } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { askLog } from './signedHead.ts';
import type { ShownEvent, StoredHistory, VerifiedHistory } from './storedHistory.ts';

export type CheckedHistory = VerifiedHistory & {
  stream: string;
  head: CheckedHead;
  facts: readonly HistoryEvent[];
  /** Time of the log's answer by its own clock, in ms. */
  now: number;
};

const MOST_TRIES = 3;
/** Pages on their way at one time. */
const AT_ONCE = 4;

const page = (stream: string, number: number, size: number | undefined) =>
  api.get<StreamProof>(
    `proof/stream/${encodeURIComponent(stream)}?page=${number}${size === undefined ? '' : `&size=${size}`}`,
  );

const sizeIn = (head: string): number => Number(head.split('\n')[1]);

/** Loads all pages under one head; starts again if a newer head was signed meanwhile. */
const wholeProof = async (stream: string, triesLeft = MOST_TRIES): Promise<StreamProof> => {
  const first = await page(stream, 1, undefined);
  const facts = [...first.facts];
  const versions = { ...first.versions };
  const size = first.head === null ? 0 : sizeIn(first.head);
  const pages = first.hasMore ? Math.ceil(first.totalCount / first.facts.length) : 1;
  try {
    for (let from = 2; from <= pages; from += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, pages - from + 1) }, (_, place) => from + place);
      for (const next of await Promise.all(numbers.map((number) => page(stream, number, size)))) {
        facts.push(...next.facts);
        Object.assign(versions, next.versions);
      }
    }
  } catch (error) {
    if (serverCode(error) === 'notNewestHead' && triesLeft > 1) return wholeProof(stream, triesLeft - 1);
    throw error;
  }
  return { ...first, facts, versions };
};

/** Off the page, because it takes seconds for a long history. */
const verifyInWorker = async (history: StoredHistory): Promise<VerifiedHistory> => {
  const worker = new Worker(new URL('./proofWorker.ts', import.meta.url), { type: 'module', name: 'proof' });
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The check has stopped. Please try again.'));
      worker.addEventListener('message', ({ data }: MessageEvent<VerifiedHistory>) => resolve(data));
      worker.addEventListener('error', fail);
      worker.addEventListener('messageerror', fail);
      worker.postMessage(history);
    });
  } finally {
    worker.terminate();
  }
};

/** Recomputes the whole proof of a stream. */
export const checkHistory = async (
  stream: string,
  shown: readonly ShownEvent[],
  verify: (history: StoredHistory) => Promise<VerifiedHistory> = verifyInWorker,
): Promise<CheckedHistory> => {
  const [proof, state] = [await wholeProof(stream), await askLog()];
  const head = await checkHead(proof.head ?? undefined, state);
  const { facts, map, versions } = proof;
  const signed = head.kind === 'signed' ? head.head : undefined;
  const verified = await verify({ stream, facts, map, versions, head: signed, shown });
  return { stream, head, facts, now: Date.parse(state.now), ...verified };
};
