import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createReadStream, createWriteStream, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { z } from 'zod';
import { StartFailure } from '../../system/startFailure.ts';

/** First entry of an archive: what made it. */
export const HEADER = 'reliquary-backup.json';
/** Last entry; missing if the archive was cut off. */
const MANIFEST = 'manifest.json';

const manifest = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

const CHUNK = 1024 * 1024;

/** Exactly `size` bytes: a file of a running database may change size, which its WAL repairs. */
async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const length = Math.min(CHUNK, size - at);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
    at += bytesRead || length;
    yield bytesRead ? buffer.subarray(0, bytesRead) : buffer;
  }
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * Writes a draft and renames it when complete. Readable by its owner only, since it holds secrets. @throws
 * StartFailure
 */
export const createArchive = async (file: string) => {
  const draft = `${file}.part-${process.pid}`;
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(`${draft} cannot be written: ${error.code}`);
  });
  const tar = pack({});
  const digests: Record<string, string> = {};
  const writing = pipeline(Readable.from(tar), createGzip({ level: 1 }), createWriteStream('', { fd: handle }));
  // surface a full disk through the tar stream
  writing.catch((error: Error) => tar.destroy(error));

  const entry = async (header: Pick<Header, 'name' | 'size' | 'mode'>, content: AsyncIterable<Buffer>) => {
    const hash = createHash('sha256');
    let ended: (error?: Error | null) => void = () => undefined;
    const written = new Promise<void>((resolve, reject) => {
      ended = (error) => (error ? reject(error) : resolve());
    });
    written.catch(() => undefined);
    const sink = tar.entry(header, (error) => ended(error));
    for await (const chunk of content) {
      hash.update(chunk);
      if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), written, writing]);
    }
    sink.end(undefined);
    await Promise.race([written, writing]);
    digests[header.name] = hash.digest('hex');
  };

  const remove = (): void => rmSync(draft, { force: true });
  return {
    has: (name: string): boolean => Object.hasOwn(digests, name),
    addText: (name: string, text: string | Buffer): Promise<void> => {
      const content = Buffer.from(text);
      return entry({ name, size: content.length, mode: 0o600 }, Readable.from([content]));
    },
    /** Returns whether the file existed. */
    addFile: async (name: string, path: string): Promise<boolean> => {
      const source = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!source) return false;
      try {
        const { size, mode } = await source.stat();
        await entry({ name, size, mode: mode & 0o777 }, bytesOf(source, size));
        return true;
      } finally {
        await source.close();
      }
    },
    addFolder: (name: string, mode: number): void => {
      tar.entry({ name: `${name}/`, type: 'directory', mode: mode & 0o777 });
    },
    /** Flushed to disk on return. @throws StartFailure if the name was taken meanwhile */
    finish: async (): Promise<void> => {
      const text = Buffer.from(JSON.stringify(digests));
      await entry({ name: MANIFEST, size: text.length, mode: 0o600 }, Readable.from([text]));
      tar.finalize();
      await writing;
      const written = openSync(draft, 'r');
      fsyncSync(written);
      closeSync(written);
      try {
        linkSync(draft, file);
      } catch (error) {
        throw new StartFailure(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
      } finally {
        remove();
      }
    },
    /** Removes an unfinished archive. */
    remove,
  };
};

export type ArchiveEntry = { name: string; isFolder: boolean; mode: number; content: AsyncIterable<Buffer> };

/**
 * Passes on each entry in order and checks all digests at the end; use nothing before it returns. @throws
 * StartFailure if the file is not a backup, damaged or cut off
 */
export const readArchive = async (file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> => {
  const entries = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (entries.destroyed) throw new Error('it is read no further');
      if (!entries.write(chunk)) await Promise.race([once(entries, 'drain'), once(entries, 'close')]);
    }
    entries.end(undefined);
  });
  reading.catch((error: Error) => entries.destroy(error));
  const digests: Record<string, string> = {};
  let expected: Record<string, string> | undefined;
  let failure: unknown;

  const takeOne = async ({ name, type, mode }: Header, source: AsyncIterable<Buffer>): Promise<void> => {
    const hash = createHash('sha256');
    const kept: Buffer[] = [];
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        if (name === MANIFEST) kept.push(chunk);
        yield chunk;
      }
    }
    if (expected) throw new Error(`${name} stands behind its end`);
    if (name === MANIFEST) {
      for await (const chunk of hashed()) void chunk;
      expected = manifest.parse(JSON.parse(Buffer.concat(kept).toString('utf8')));
      return;
    }
    const isFolder = type === 'directory';
    try {
      await take({ name, isFolder, mode, content: hashed() });
    } catch (error) {
      failure = error;
      throw error;
    }
    if (!isFolder) digests[name] = hash.digest('hex');
  };

  try {
    for await (const source of entries) await takeOne(source.header, source as AsyncIterable<Buffer>);
    await reading;
    const damaged = [...new Set([...Object.keys(digests), ...Object.keys(expected ?? {})])].filter(
      (name) => digests[name] !== expected?.[name],
    );
    if (!expected) throw new Error('its end is missing');
    if (damaged.length > 0) throw new Error(`${damaged[0]} is not what was backed up`);
  } catch (error) {
    await reading.catch(() => undefined);
    if (failure) throw failure;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new StartFailure(`${file} cannot be read: ${code}`);
    throw new StartFailure(`${file} is damaged, cut off or no backup: ${(error as Error).message}`);
  }
};
