import { createHash } from 'node:crypto';
import { filesAttachedBy, type HashedFile } from '#application/files/attachedFiles.ts';
import { digestNamed } from '#application/files/pictureNames.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Position, StoredEvent } from '#application/ports/eventStore.ts';
import type { Files } from '#application/ports/files.ts';
import type { Storage } from '../../composition/storage.ts';

type Reading = {
  storage: Pick<Storage, 'store' | 'codec'>;
  files: Pick<Files, 'get'>;
  write(line: string): void;
  /** Reports an altered file. */
  complain(line: string): void;
};

const PAGE = 1_000;
const EVERY = 1_000;

const mayAttach = ({ data }: StoredEvent): boolean => 'evidence' in data || 'image' in data || 'images' in data;

async function* attaching({ store, codec }: Reading['storage']): AsyncGenerator<Recorded> {
  let after: Position | undefined;
  for (;;) {
    const page = await store.readAll({ after, limit: PAGE });
    yield* await codec.decode(page.filter(mayAttach));
    after = page.at(-1)?.position;
    if (page.length < PAGE) return;
  }
}

const hashOf = async (content: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
};

const expectedOf = ({ key, sha256 }: HashedFile): string | undefined => {
  const named = digestNamed(key);
  return sha256 ?? (named && Buffer.from(named, 'base64url').toString('hex'));
};

/** Checks every attached picture against its event and reports mismatches. Returns the exit code. */
export const attestFiles = async ({ storage, files, write, complain }: Reading): Promise<number> => {
  const seen = new Set<string>();
  const count = { held: 0, altered: 0, gone: 0, unsaid: 0 };
  for await (const event of attaching(storage))
    for (const bound of filesAttachedBy(event)) {
      const expected = expectedOf(bound);
      const name = `${bound.key} ${expected}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const file = await files.get(bound.key);
      if (!file) count.gone++;
      else if (expected === undefined) {
        file.content.destroy();
        count.unsaid++;
      } else if ((await hashOf(file.content)) === expected) count.held++;
      else {
        count.altered++;
        complain(
          `BROKEN: ${event.stream}, revision ${event.revision}: the picture ${bound.key} is not the one that was uploaded`,
        );
      }
      if (seen.size % EVERY === 0) write(`${seen.size} files of pictures …`);
    }
  write(`${count.held} files of pictures are what was uploaded.`);
  if (count.gone > 0) write(`${count.gone} are not there any more.`);
  if (count.unsaid > 0) write(`Of ${count.unsaid} neither their fact nor their name says what they were.`);
  return count.altered > 0 ? 1 : 0;
};
