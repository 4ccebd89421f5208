import type { StreamEndProof } from '#application/contract/transparency.ts';
import { fromBase64 } from '#application/transparency/bytes.ts';
import type { MapProof } from '#application/transparency/streamMap.ts';

const NO_BYTES = new Uint8Array();
/** Empty for anything but base64: no check passes on an empty hash. */
export const bytesOf = (text: unknown): Uint8Array => (typeof text === 'string' && fromBase64(text)) || NO_BYTES;
/** Maps a list; anything else becomes one empty hash. */
export const hashesIn = (texts: unknown): Uint8Array[] => (Array.isArray(texts) ? texts.map(bytesOf) : [NO_BYTES]);

/** Parses the server's answer; nothing is verified here. */
export const mapProofIn = ({ beside, end }: StreamEndProof): MapProof => ({
  beside: hashesIn(beside),
  end: end ? { key: bytesOf(end.key), revision: end.revision, leaf: bytesOf(end.leaf) } : undefined,
});
