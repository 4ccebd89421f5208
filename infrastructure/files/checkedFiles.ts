import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AttachmentOf } from '#application/files/attachedFiles.ts';
import { digestNamed } from '#application/files/pictureNames.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';

/** bytes: no picture that we keep is as large, so what is need not be read to be known for another one. */
const LARGEST = 32 * 1024 * 1024;

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');
const fromHex = (digest: string): string => Buffer.from(digest, 'hex').toString('base64url');

const contentOf = async ({ size, content }: { size: number; content: Readable }): Promise<Buffer | undefined> => {
  if (size <= LARGEST) return buffer(content);
  content.destroy();
  return undefined;
};

/**
 * Files are held to the fact that attaches them, where it is known which history that is in, and to their name, where that says what they
 * hold: each time they are read, and never handed out by a link past us. What is not that, or what no fact of its history attaches, is not
 * given: `get` throws FileAltered, and `report` hears of it.
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
