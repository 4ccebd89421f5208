import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Files, FilesUnavailable } from '#application/ports/files.ts';
import { CONTENTS, DESCRIPTION, DESCRIPTIONS, PART } from './folderLayout.ts';
import { isFileKey } from './keys.ts';

type Description = { contentType: string; size: number; etag: string };

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** What the system says of its disk; keys are checked before. */
const failed = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? new FilesUnavailable(String(error.code), { cause: error })
    : error;

const onDisk = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => {
    throw failed(error);
  });

/** Written beside its place, flushed, then renamed: a reader sees the old content or the new, never a part. Answers what it was. */
const writeAtomically = async (file: string, content: Buffer | Readable): Promise<{ size: number; etag: string }> => {
  const temporary = `${file}.${randomUUID()}${PART}`;
  const hash = createHash('sha256');
  let size = 0;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { size, etag: hash.digest('hex').slice(0, 32) };
};

/** Files in a folder. @throws on a key that is no plain relative path when writing; reading such a key finds nothing. */
export const openFolderFiles = (folder: string): Files => {
  const contents = path.join(folder, CONTENTS);
  const descriptions = path.join(folder, DESCRIPTIONS);
  const describe = async (key: string): Promise<Description | undefined> => {
    try {
      return JSON.parse(await readFile(path.join(descriptions, key + DESCRIPTION), 'utf8')) as Description;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    put: async (key, content, contentType) => {
      if (!isFileKey(key)) throw new Error('not a file key');
      await onDisk(async () => {
        const written = await writeAtomically(path.join(contents, key), content);
        const description: Description = { contentType, ...written };
        await writeAtomically(path.join(descriptions, key + DESCRIPTION), Buffer.from(JSON.stringify(description)));
      });
    },
    get: async (key) => {
      if (!isFileKey(key)) return undefined;
      const description = await onDisk(() => describe(key));
      if (!description) return undefined;
      return { ...description, content: createReadStream(path.join(contents, key)) };
    },
    remove: async (key) => {
      if (!isFileKey(key)) return;
      await onDisk(async () => {
        await rm(path.join(descriptions, key + DESCRIPTION), { force: true });
        await rm(path.join(contents, key), { force: true });
      });
    },
    link: async () => undefined,
  };
};
