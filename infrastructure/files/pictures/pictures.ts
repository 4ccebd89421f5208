import { availableParallelism } from 'node:os';
import { MAX_IMAGE_BYTES, MAX_MESSAGE_IMAGE_BYTES } from '#application/contract/limits.ts';
import type { Log } from '#application/ports/log.ts';
import type { ProcessImage } from '#application/ports/pictures.ts';
import { PictureFailed, PicturesBusy } from '#application/ports/pictures.ts';
import { reject } from '#domain/shared/decider.ts';
import type { Program } from '../../system/childProgram.ts';
import { type Decoded, decodingProgram, startWorker, type Worker } from './worker.ts';

export type PicturesOptions = {
  log: Log;
  program?: Program;
  /** Each uses one core. */
  processes?: number;
  /** Maximum queue length; a request queues one at a time. */
  waiting?: number;
  /** ms per picture, from the start of its decoding. */
  timeLimit?: number;
};

/** Decodes pictures in child processes, started on demand; a dead or hanging one is replaced. */
export const openPictures = ({
  log,
  program = decodingProgram(),
  processes = availableParallelism() > 2 ? 2 : 1,
  waiting = 64,
  timeLimit = 30_000,
}: PicturesOptions) => {
  type Place = { worker?: Worker };
  // last in, first out: a second process starts only when the first is busy
  const free: Place[] = Array.from({ length: processes }, () => ({}));
  const all = [...free];
  const queue: ((place: Place) => void)[] = [];
  let closed = false;

  const take = async (): Promise<Place> => {
    if (closed || queue.length >= waiting) throw new PicturesBusy('too many pictures wait');
    return free.pop() ?? new Promise((resolve) => queue.push(resolve));
  };
  const giveBack = (place: Place): void => {
    const next = queue.shift();
    if (next) next(place);
    else free.push(place);
  };

  const decode = async (content: Buffer): Promise<Decoded> => {
    const place = await take();
    try {
      if (closed) throw new PicturesBusy('closing');
      if (!place.worker || place.worker.ended()) place.worker = startWorker(program, timeLimit);
      return await place.worker.decode(content);
    } catch (error) {
      if (error instanceof PictureFailed && !closed) log.warn({ why: error.message }, 'a picture decoder was replaced');
      throw error;
    } finally {
      giveBack(place);
    }
  };

  const upTo =
    (maxBytes: number): ProcessImage =>
    async (content) =>
      content.length > maxBytes ? reject({ code: 'fileTooLarge' }) : decode(content);

  return {
    /**
     * Photo of a listing or evidence: at most 5 MB (5,242,880 bytes pass); JPEG, PNG or WebP by content (document 1,
     * section 5).
     */
    photo: upTo(MAX_IMAGE_BYTES),
    /** Image in a message: at most 2 MB (2,097,152 bytes pass), otherwise the same. */
    messageImage: upTo(MAX_MESSAGE_IMAGE_BYTES),
    /** Of running processes. */
    pids: () => all.flatMap(({ worker }) => (worker?.pid !== undefined && !worker.ended() ? [worker.pid] : [])),
    close: (): void => {
      closed = true;
      for (const { worker } of all) worker?.end('closing');
    },
  };
};

export type Pictures = ReturnType<typeof openPictures>;
