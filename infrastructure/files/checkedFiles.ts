import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AttachmentOf } from '#application/files/attachedFiles.ts';
import { digestNamed } from '#application/files/pictureNames.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';

/** Bytes; larger than any stored picture, so anything larger is altered without being read. */
const LARGEST = 32 * 1024 * 1024;

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');
const fromHex = (digest: string): string => Buffer.from(digest, 'hex').toString('base64url');

const contentOf = async ({ size, content }: { size: number; content: Readable }): Promise<Buffer | undefined> => {
  if (size <= LARGEST) return buffer(content);
  content.destroy();
  return undefined;
};

/**
 * Checks each read against the hash in the event that attaches the file, or against a hash in its key. Links directly
 * only to a file that has neither. On a mismatch, or if no event attaches the file, `get` throws FileAltered and calls `report`.
 */
export const checkedFiles = (files: Files, bindingOf: AttachmentOf, report: (altered: FileAltered) => void): Files => ({
  ...files,
  get: async (key, attachedIn) => {
    const file = await files.get(key);
    if (!file) return undefined;
    const binding = await bindingOf(key, attachedIn).catch((error: unknown) => {
      file.content.destroy();
      throw error;
    });
    const named = digestNamed(key);
    const isBound = binding === undefined || binding.revision !== undefined;
    const expected = binding?.sha256 === undefined ? named : fromHex(binding.sha256);
    if (isBound && expected === undefined) return file;
    const content = await contentOf(file);
    const found = content ? digestOf(content) : 'tooLarge';
    if (!content || !isBound || found !== expected) {
      const altered = new FileAltered(key, found, binding);
      report(altered);
      throw altered;
    }
    return { ...file, content: Readable.from([content]), size: content.length };
  },
  link: async (key, attachedIn) => {
    if (digestNamed(key) !== undefined) return undefined;
    const binding = await bindingOf(key, attachedIn);
    return binding && (binding.revision === undefined || binding.sha256) ? undefined : files.link(key);
  },
});
