import { BUNDLE_FORM, type BundledFact, type BundleIndex } from '#application/bundle/bundleFormat.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { toBase64, toHex, utf8 } from '#application/transparency/bytes.ts';
import { leafOf, sha256 } from '#infrastructure/transparency/hashing.ts';
import type { aLog } from '#tests/web/proof/aLog.ts';
import { entryText } from '#tests/web/proof/aLog.ts';

type Parts = {
  /** As they are given; their proofs are those that the log has for the places where they stand. */
  facts: readonly StoredEvent[];
  log: ReturnType<typeof aLog>;
  size: number;
  head: string;
  index: Pick<BundleIndex, 'logKey' | 'witnesses'> & Partial<BundleIndex>;
  files?: readonly [name: string, content: Uint8Array][];
};

/** The files of a bundle as the server makes it, or as somebody who has everything but the keys would make it anew. */
export const aBundle = ({ facts, log, size, head, index: about, files: more = [] }: Parts): Map<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>([['head.txt', utf8(head)], ['ledger.json', utf8('[]')], ...more]);
  const bundled = facts.map((fact): BundledFact => {
    const { stream, revision } = fact;
    const file = `facts/${stream}/${String(revision).padStart(4, '0')}.txt`;
    files.set(file, utf8(entryText(fact)));
    const { index, path } = log.proofOf(stream, size, head).facts[revision]!;
    return { stream, revision, file, leaf: toBase64(leafOf(entryText(fact))), index, path };
  });
  const index: BundleIndex = {
    form: BUNDLE_FORM,
    sale: '1',
    reference: 'TX1',
    reader: 'buyer',
    madeAt: '2026-11-22T03:00:00.000Z',
    facts: bundled,
    streams: [],
    openings: [],
    words: [],
    pictures: [],
    files: Object.fromEntries([...files].map(([name, content]) => [name, toHex(sha256(content))])),
    ...about,
  };
  files.set('index.json', utf8(JSON.stringify(index)));
  files.set('index.sha256', utf8(toHex(sha256(files.get('index.json')!))));
  return files;
};
