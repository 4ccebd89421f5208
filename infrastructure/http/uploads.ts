import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { fileTooLarge } from '#application/contract/limits.ts';
import type { Endpoint, UploadedFile } from './endpoint.ts';
import { invalidInput, RequestFault } from './errors.ts';
import { type GateOptions, openUploadGate } from './uploadGate.ts';
import { type Pace, SLOWEST, watchPace } from './uploadPace.ts';

const FIELD_BYTES = 32 * 1024;

type Limits = Omit<NonNullable<Endpoint['multipart']>, 'files'>;

/** An option of multer that its types lack: feeds the parser. */
type StreamHandler = { streamHandler: (request: Request, parser: Writable) => void };

const tooLargeFault = (field: string, { maxFileBytes, tooLarge }: Limits): RequestFault =>
  invalidInput({ [field]: tooLarge ?? fileTooLarge(maxFileBytes) });

const notValid = () => new RequestFault(400, 'invalidInput', 'The upload is not valid');

const sayLimit = (error: unknown, request: Request, limits: Limits): unknown => {
  if (error instanceof RequestFault) return error;
  if (request.destroyed && !request.complete) return new RequestFault(400, 'invalidInput', 'The request was aborted');
  if (!(error instanceof multer.MulterError))
    // busboy's own complaints about a broken or missing boundary are plain errors
    return error instanceof Error && /multipart|boundary|form/i.test(error.message) ? notValid() : error;
  const field = error.field ?? 'images';
  if (error.code === 'LIMIT_FILE_SIZE') return tooLargeFault(field, limits);
  if (error.code === 'LIMIT_FILE_COUNT')
    return invalidInput({ images: limits.tooMany ?? `Maximum ${limits.maxFiles} images allowed` });
  return notValid();
};

/** Reads multipart bodies, within the limits of uploadGate.ts and uploadPace.ts. */
export const openUploads = ({ pace = SLOWEST, ...gate }: GateOptions & { pace?: Pace } = {}) => {
  const enter = openUploadGate(gate);

  const read = (request: Request, response: Response, account: string, limits: Limits): Promise<void> =>
    new Promise((resolve, reject) => {
      const { maxFiles, maxFileBytes } = limits;
      let parser: Writable | undefined;
      const place = enter(account);
      // The files may be in use until the answer is sent.
      response.once('close', place.leave);
      const fail = (fault: unknown): void => {
        stopWatching();
        request.off('data', take);
        reject(fault);
        // frees the parser's memory; the rest of the input is discarded
        if (fault instanceof RequestFault && parser) {
          request.unpipe(parser);
          parser.destroy(fault);
        }
      };
      const stopWatching = watchPace(request, pace, fail);
      const take = (chunk: Buffer): void => {
        try {
          place.take(chunk.length);
        } catch (fault) {
          fail(fault);
        }
      };
      request.on('data', take);
      const options: multer.Options & StreamHandler = {
        storage: multer.memoryStorage(),
        limits: {
          files: maxFiles,
          fileSize: maxFileBytes + 1,
          fields: 50,
          fieldSize: FIELD_BYTES,
          fieldNameSize: 100,
          parts: maxFiles + 50,
        },
        streamHandler: (_request, stream) => {
          parser = stream;
          request.pipe(stream);
        },
      };
      multer(options).any()(request, response, (error: unknown) => {
        if (error) return fail(error);
        stopWatching();
        resolve();
      });
    });

  /** Leaves the text parts in `request.body`. @throws RequestFault */
  return async (request: Request, response: Response, account: string, limits: Limits): Promise<UploadedFile[]> => {
    if (!request.is('multipart/form-data')) return [];
    try {
      await read(request, response, account, limits);
    } catch (error) {
      throw sayLimit(error, request, limits);
    }
    const files = (request.files ?? []) as Express.Multer.File[];
    const oversized = files.find(({ size }) => size > limits.maxFileBytes);
    if (oversized) throw tooLargeFault(oversized.fieldname, limits);
    return files.map(({ fieldname, originalname, buffer }) => ({
      field: fieldname,
      name: originalname,
      content: buffer,
    }));
  };
};
export type ReadUploads = ReturnType<typeof openUploads>;
