import { pipeline } from 'node:stream/promises';
import type { Files } from '#application/ports/files.ts';
import type { Answer } from '../endpoint.ts';

/** Its reader may keep it for as long as the shortest link lives; nobody in between. */
const HEADERS = {
  'Cache-Control': 'private, max-age=300',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
};

/** A file that is not for everybody, to somebody who may have it. */
export const privateFile = ({
  contentType,
  size,
  content,
}: NonNullable<Awaited<ReturnType<Files['get']>>>): Answer<undefined> => ({
  body: undefined,
  stream: async (response) => {
    response.set({ ...HEADERS, 'Content-Type': contentType, 'Content-Length': String(size) });
    try {
      await pipeline(content, response);
    } catch (error) {
      if (!response.destroyed) throw error; // a reader who leaves early is no fault
    }
  },
});
