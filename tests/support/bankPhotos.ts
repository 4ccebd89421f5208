import { Readable } from 'node:stream';
import type { Repository } from '#application/streams/repository.ts';
import { type BankPhotos, openBankPhotos } from '#application/transactions/bankPhotos.ts';

/** Stored files by key. */
export const memoryFiles = () => new Map<string, Buffer>();

/** Documents whose content is that of their photos, after their names. */
export const memoryBankPhotos = (repository: Repository, stored: ReadonlyMap<string, Buffer> = new Map()): BankPhotos =>
  openBankPhotos({
    repository,
    files: {
      get: async (key) => {
        const content = stored.get(key);
        return (
          content && { content: Readable.from([content]), contentType: 'image/webp', size: content.length, etag: key }
        );
      },
    },
    toBankDocument: async (pages) => ({
      content: Buffer.concat(pages.flatMap(({ name, content }) => [Buffer.from(`${name}: `), content])),
      type: pages.length === 1 ? 'image/jpeg' : 'application/pdf',
    }),
  });
