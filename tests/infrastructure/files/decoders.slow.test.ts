import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { PictureFailed, PicturesBusy } from '#application/ports/pictures.ts';
import { openPictures, type Pictures, type PicturesOptions } from '#infrastructure/files/pictures/pictures.ts';
import { decodingProgram } from '#infrastructure/files/pictures/worker.ts';
import { eventually, photo } from '#tests/support/marketplace.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const bad = { file: fileURLToPath(new URL('badDecoder.mjs', import.meta.url)), execArgv: [] };

const opened: Pictures[] = [];
afterEach(() => {
  for (const pictures of opened.splice(0)) pictures.close();
});
const open = (options: Partial<PicturesOptions> = {}): Pictures => {
  const pictures = openPictures({ log: silentLog(), ...options });
  opened.push(pictures);
  return pictures;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the picture decoder', () => {
  test('starts with the first picture, is replaced when killed, and ends with the marketplace', async () => {
    const pictures = open({ processes: 1 });
    expect(pictures.pids()).toEqual([]);
    expect((await pictures.photo(await photo())).ok).toBe(true);
    const [first] = pictures.pids();
    expect(first).not.toBe(process.pid);
    process.kill(first!, 'SIGKILL');
    await eventually(async () => pictures.pids().length === 0);
    expect((await pictures.photo(await photo())).ok).toBe(true);
    const [second] = pictures.pids();
    expect(second).not.toBe(first);
    pictures.close();
    await eventually(async () => !isAlive(second!));
    await expect(pictures.photo(await photo())).rejects.toThrow(PicturesBusy);
  });

  test('fails only the request whose picture kills or hangs it', async () => {
    const pictures = open({ program: bad, processes: 1, timeLimit: 500 });
    const [dying, hanging, good] = await Promise.allSettled(
      ['die', 'hang', 'good'].map((wish) => pictures.photo(Buffer.from(wish))),
    );
    for (const outcome of [dying, hanging])
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(PictureFailed) });
    expect(good).toMatchObject({ status: 'fulfilled', value: { ok: false } });
  });

  test('refuses pictures for now when too many are waiting', async () => {
    const pictures = open({ program: bad, processes: 1, waiting: 1, timeLimit: 500 });
    const two = Promise.allSettled(['hang', 'good'].map((wish) => pictures.photo(Buffer.from(wish))));
    await expect(pictures.photo(Buffer.from('good'))).rejects.toThrow(PicturesBusy);
    expect((await two)[1]).toMatchObject({ status: 'fulfilled' });
    expect(await pictures.photo(Buffer.from('good'))).toMatchObject({ ok: false });
  });

  test('has low priority, one thread and none of the server’s secrets', async () => {
    const pictures = open({ processes: 1 });
    await pictures.photo(await photo());
    const [pid] = pictures.pids();
    expect(getPriority(pid!)).toBe(constants.priority.PRIORITY_LOW);
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    expect(environment).toContain('UV_THREADPOOL_SIZE=1');
    expect(environment.filter((variable) => /SECRET|KEY|URL|TOKEN/.test(variable))).toEqual([]);
  });

  /** The decoder program with this much memory allocated. */
  const holding = (megabytes: number) => {
    const { file, execArgv } = decodingProgram();
    const hog = `data:text/javascript,globalThis.held=Buffer.alloc(${megabytes * 1024 * 1024},1)`;
    return { file, execArgv: [...execArgv, '--import', hog] };
  };

  test('ends when it takes more memory than the largest picture needs', async () => {
    expect((await open({ program: holding(256) }).photo(await photo())).ok).toBe(true);
    const greedy = open({ program: holding(1024) }).photo(await photo());
    await expect(greedy).rejects.toThrow(new PictureFailed('ended with 1'));
  });
});
