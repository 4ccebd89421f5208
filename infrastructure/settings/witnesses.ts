import { COSIGNATURE, readKeyText } from '#application/transparency/signedNote.ts';
import { sha256 } from '../transparency/hashing.ts';
import type { KnownWitness } from '../transparency/witnessClient.ts';

const readWitness = (text: string): KnownWitness | undefined => {
  const [, url, key = ''] = /^(https?:\/\/[^\s#]+)#(\S+)$/.exec(text) ?? [];
  const read = readKeyText(key, sha256);
  if (!url || !URL.canParse(url) || read?.type !== COSIGNATURE) return undefined;
  return { url: url.replace(/\/+$/, ''), key: read };
};

/** Comma-separated `url#key`; undefined if one is invalid. */
export const parseWitnesses = (text: string): KnownWitness[] | undefined => {
  const read = text
    .split(',')
    .filter(Boolean)
    .map((each) => readWitness(each.trim()));
  return read.every((witness) => witness !== undefined) ? read : undefined;
};
