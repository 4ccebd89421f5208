import { pipeline } from 'node:stream/promises';
import type { StreamName } from '#application/ports/eventStore.ts';
import type { Files } from '#application/ports/files.ts';
import { type Answer, Refused } from '../endpoint.ts';

/** The browser may cache it for the shortest life of a link; proxies may not. */
const HEADERS = {
  'Cache-Control': 'private, max-age=300',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
};

/** Shorter than the life of the store's link. */
const REDIRECT = { 'Cache-Control': 'private, max-age=120' };

/** Sends a private file to an allowed reader, by a link of the store if it offers links. */
export const privateFile = async (
  files: Pick<Files, 'get' | 'link'>,
  key: string,
  missing: string,
  attachedIn?: StreamName,
): Promise<Answer<undefined>> => {
  const link = await files.link(key, attachedIn);
  if (link !== undefined)
    return { body: undefined, stream: async (response) => response.set(REDIRECT).redirect(302, link) };
  const file = await files.get(key, attachedIn);
  if (!file) throw new Refused({ code: missing });
  const { contentType, size, content } = file;
  return {
    body: undefined,
    stream: async (response) => {
      response.set({ ...HEADERS, 'Content-Type': contentType, 'Content-Length': String(size) });
      try {
        await pipeline(content, response);
      } catch (error) {
        if (!response.destroyed) throw error; // a reader who leaves early is no fault
      }
    },
  };
};
