import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Files, FilesUnavailable } from '#application/ports/files.ts';
import type { Log } from '#application/ports/log.ts';
import { isFileKey } from './keys.ts';

/**
 * A file consists of contents and a description. The description is written last, so a half-written file does not
 * exist.
 */
const CONTENTS = 'contents';
const DESCRIPTIONS = 'descriptions';
const DESCRIPTION = '.json';
/** Suffix of a file being written. */
export const PART = '.part';

type Description = { contentType: string; size: number; etag: string };

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Maps file system errors; keys are checked before. */
const failed = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? new FilesUnavailable(String(error.code), { cause: error })
    : error;

const onDisk = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => {
    throw failed(error);
  });

/** Writes to a temporary file, flushes and renames it, so readers never see part of it. Returns size and hash. */
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

/** Files in a folder. Writing @throws on a key that is not a plain relative path; reading such a key finds nothing. */
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

/** Longer than any write takes. */
const LEFT_BEHIND_MS = 60 * 60_000;

const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

/** Removes leftovers of killed processes: partial files and contents without a description. */
export const sweepFolder = async (folder: string, log: Log): Promise<number> => {
  const [contents, descriptions] = [path.join(folder, CONTENTS), path.join(folder, DESCRIPTIONS)];
  const written = await filesBelow(contents);
  // read after the contents: a file being written may have gained its description, but never loses it
  const described = await filesBelow(descriptions);
  const known = new Set(described.map((file) => path.relative(descriptions, file).slice(0, -DESCRIPTION.length)));
  const unmatchedEvents = written.filter((file) => file.endsWith(PART) || !known.has(path.relative(contents, file)));
  const parts = described.filter((file) => file.endsWith(PART));
  let removed = 0;
  for (const file of [...unmatchedEvents, ...parts]) {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(file, { force: true });
    removed++;
  }
  if (removed > 0) log.info({ removed }, 'unfinished files were removed');
  return removed;
};
