import type { Request, Response } from 'express';
import multer from 'multer';
import type { Endpoint, UploadedFile } from './endpoint.ts';
import { invalidInput, RequestFault } from './errors.ts';

const MEGABYTE = 1024 * 1024;
const FIELD_BYTES = 32 * 1024;

/** Uploads are held in memory while they are checked: all of them together never take more than this. */
const UPLOAD_MEMORY = 192 * MEGABYTE;

type Limits = NonNullable<Endpoint['multipart']>;

const tooLargeFault = (field: string, { maxFileBytes, tooLarge }: Limits): RequestFault =>
  invalidInput({ [field]: tooLarge ?? `File is too large. Maximum size is ${Math.floor(maxFileBytes / MEGABYTE)}MB.` });

/** Reads multipart bodies, as many at once as fit into `memory` bytes; others are asked to come back. */
export const openUploads = (memory = UPLOAD_MEMORY) => {
  let taken = 0;

  const read = (request: Request, response: Response, { maxFiles, maxFileBytes }: Limits): Promise<void> => {
    const parse = multer({
      storage: multer.memoryStorage(),
      limits: {
        files: maxFiles,
        fileSize: maxFileBytes + 1,
        fields: 50,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
        parts: maxFiles + 50,
      },
    }).any();
    return new Promise((resolve, reject) => {
      parse(request, response, (error: unknown) => (error === undefined || error === null ? resolve() : reject(error)));
    });
  };

  const sayLimit = (error: unknown, limits: Limits): unknown => {
    if (!(error instanceof multer.MulterError)) {
      // busboy's own complaints about a broken or missing boundary are plain errors
      return error instanceof Error && /multipart|boundary|form/i.test(error.message)
        ? new RequestFault(400, 'invalidInput', 'The upload is not valid')
        : error;
    }
    const field = error.field ?? 'images';
    if (error.code === 'LIMIT_FILE_SIZE') return tooLargeFault(field, limits);
    if (error.code === 'LIMIT_FILE_COUNT')
      return invalidInput({ images: limits.tooMany ?? `Maximum ${limits.maxFiles} images allowed` });
    return new RequestFault(400, 'invalidInput', 'The upload is not valid');
  };

  /** Leaves the text parts in `request.body`. @throws RequestFault */
  return async (request: Request, response: Response, limits: Limits): Promise<UploadedFile[]> => {
    if (!request.is('multipart/form-data')) return [];
    const most = limits.maxFiles * limits.maxFileBytes + 50 * FIELD_BYTES;
    const announced = Number(request.headers['content-length'] ?? most);
    const share = Math.min(most, Number.isFinite(announced) ? announced : most);
    if (taken + share > memory)
      throw new RequestFault(503, 'busy', 'Too many uploads at the moment. Please try again.', {
        headers: { 'Retry-After': '2' },
      });
    taken += share;
    // Until the answer is out the files may still be in use.
    response.once('close', () => {
      taken -= share;
    });
    try {
      await read(request, response, limits);
    } catch (error) {
      throw sayLimit(error, limits);
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
