import type { LogState, ProvenEvent, StreamProof } from '#application/contract/transparency.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { type Bytes, toBase64 } from '#application/transparency/bytes.ts';
import { headText, type LogHead } from '#application/transparency/checkpoint.ts';
import { chainHash } from '#application/transparency/factChain.ts';
import { entryOf, eventOf } from '#application/transparency/factEntry.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { consistencyRanges, inclusionRanges, type Range, rangeHash } from '#application/transparency/merkleTree.ts';
import { COSIGNATURE, ED25519, keyText, noteText } from '#application/transparency/signedNote.ts';
import { cosignNote, signNote } from '#application/transparency/signing.ts';
import { hashing, leafOf, map, sha256 } from '#infrastructure/transparency/hashing.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';

export const STREAM = `transaction-${'a'.repeat(32)}`;
export const AT = Date.UTC(2026, 10, 22, 3, 0, 0);

const logSigner = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;
const witness = readSigningKey(makeSigningKey('mill.example', COSIGNATURE), COSIGNATURE)!;
export const otherSigner = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;

type Written = { type: string; data: Record<string, unknown> };

/** Events of one stream, each chained to the previous one. */
export const chained = (stream: string, written: readonly Written[], firstPosition = 1): StoredEvent[] => {
  let prevHash: string | null = null;
  return written.map(({ type, data }, revision) => {
    const context = { correlationId: 'c', causationId: 'c', actor: { id: 'a', role: 'member' }, commandId: 'c' };
    const event: StoredEvent = {
      id: `${stream}-${revision}`,
      type,
      version: 1,
      data,
      stream,
      revision,
      position: String(firstPosition + revision).padStart(20, '0'),
      recordedAt: AT + revision * 1_000,
      metadata: { ...context, prevHash, hash: '' },
    };
    prevHash = chainHash(event, sha256);
    return { ...event, metadata: { ...event.metadata, hash: prevHash } };
  });
};

export const entryText = (event: StoredEvent): string => entryOf(eventOf(event));

/** A log over these events, as an honest server answers. */
export const aLog = (events: readonly StoredEvent[]) => {
  const entries = events.map(entryText);
  const leaves = entries.map(leafOf);
  const hashOf = ({ start, end }: Range): Bytes =>
    rangeHash(
      { start, end },
      ({ level, index }) => {
        const part = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
        const tree = growTree(hashing);
        for (const leaf of part) tree.append(leaf);
        return tree.root();
      },
      hashing,
    );
  const endsIn = (size: number) => {
    const ends = new Map(events.slice(0, size).map((event, at) => [event.stream, { event, leaf: leaves[at]! }]));
    return [...ends].map(([stream, { event, leaf }]) => ({ key: map.keyOf(stream), revision: event.revision, leaf }));
  };
  const head = async (
    size: number,
    { signer = logSigner, enteredAtOnce = 0, cosigned = true, models = undefined as LogHead['models'] } = {},
  ) => {
    const text = headText({
      origin: signer.key.name,
      size,
      root: hashOf({ start: 0, end: size }),
      mapRoot: map.rootOf(map.nodeOf(endsIn(size), 0)),
      madeAt: AT / 1_000,
      enteredAtOnce,
      models,
    });
    const signatures = [await signNote(text, signer)];
    if (cosigned) signatures.push(await cosignNote(text, AT / 1_000 + 5, witness));
    return noteText({ text, signatures });
  };
  const proofOf = (
    stream: string,
    size: number,
    note: string,
  ): Omit<StreamProof, 'facts'> & { facts: ProvenEvent[] } => {
    const { beside, end } = map.proofOf(map.keyOf(stream), endsIn(size));
    const facts = events.flatMap((event, index) => {
      if (event.stream !== stream) return [];
      const isIn = index < size;
      const path = isIn ? inclusionRanges(index, { start: 0, end: size }).map(hashOf).map(toBase64) : [];
      return [{ entry: entries[index]!, leaf: toBase64(leaves[index]!), index: isIn ? index : null, path }];
    });
    return {
      stream,
      head: note,
      map: {
        beside: beside.map(toBase64),
        end: end ? { key: toBase64(end.key), revision: end.revision, leaf: toBase64(end.leaf) } : null,
      },
      facts,
      versions: {},
      totalCount: facts.length,
      hasMore: false,
    };
  };
  const state = (note: string, changes: Partial<LogState> = {}): LogState => ({
    key: keyText(logSigner.key),
    witnesses: [keyText(witness.key)],
    heads: [note],
    keyChanges: [],
    facts: events.length,
    unsealedSince: null,
    now: new Date().toISOString(),
    ...changes,
  });
  const consistency = (from: number, to: number) => ({
    from,
    to,
    path: consistencyRanges(from, to).map(hashOf).map(toBase64),
  });
  return { head, proofOf, state, consistency, signer: logSigner };
};
