import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { digestNamed } from '#application/pictureNames.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';

/** bytes: no picture that we keep is as large, so what is need not be read to be known for another one. */
const LARGEST = 32 * 1024 * 1024;

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

/**
 * Files whose name says what they hold are held to it each time they are read, and never handed out by a link past us. What is not what
 * its name says is not given: `get` throws FileAltered, and `report` hears of it.
 */
export const checkedFiles = (files: Files, report: (altered: FileAltered) => void): Files => ({
  ...files,
  get: async (key) => {
    const expected = digestNamed(key);
    const file = await files.get(key);
    if (!file || expected === undefined) return file;
    const tooLarge = file.size > LARGEST;
    if (tooLarge) file.content.destroy();
    const content = tooLarge ? Buffer.alloc(0) : await buffer(file.content);
    const found = tooLarge ? 'tooLarge' : digestOf(content);
    if (found !== expected) {
      const altered = new FileAltered(key, found);
      report(altered);
      throw altered;
    }
    return { ...file, content: Readable.from([content]), size: content.length };
  },
  link: async (key) => (digestNamed(key) === undefined ? files.link(key) : undefined),
});
