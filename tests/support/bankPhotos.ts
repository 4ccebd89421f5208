import { Readable } from 'node:stream';
import type { Repository } from '#application/streams/repository.ts';
import { type BankPhotos, openBankPhotos } from '#application/transactions/bankPhotos.ts';

/** Stored files by key. */
export const memoryFiles = () => new Map<string, Buffer>();

/** Documents whose content is that of their photos, after their names, or the text of their rows. */
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
      content: Buffer.concat(
        pages.flatMap((page) =>
          'rows' in page
            ? [Buffer.from(`${page.title}: ${page.rows.map((row) => row.join('=')).join('; ')}. `)]
            : [Buffer.from(`${page.name}: `), page.content],
        ),
      ),
      type: pages.length === 1 && 'content' in pages[0]! ? 'image/jpeg' : 'application/pdf',
    }),
  });
