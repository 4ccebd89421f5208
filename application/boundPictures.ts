import type { AttachedFile } from '#domain/shared/attached.ts';
import { messageImageKey } from './conversations.ts';
import { thumbnailKey } from './evidence.ts';
import type { Recorded } from './ports/eventCodec.ts';
import type { StreamName } from './ports/eventStore.ts';
import type { Repository } from './repository.ts';

/** A file of a picture, and its SHA-256 as the fact says it, in hex; undefined where an earlier release wrote the fact. */
export type BoundFile = { key: string; sha256: string | undefined };

const pair = (key: string, thumbnail: string, file: AttachedFile | null | undefined): BoundFile[] => [
  { key, sha256: file?.sha256Stored },
  { key: thumbnail, sha256: file?.sha256Thumbnail ?? undefined },
];

/** Which files a fact attaches; of what is erased none. */
export const filesBoundBy = ({ type, data }: Pick<Recorded, 'type' | 'data'>): BoundFile[] => {
  const { files = [] } = data as { files?: readonly (AttachedFile | null)[] };
  if (type === 'ListingPublished' || type === 'ListingPhotosChanged') {
    const { images } = data as Extract<Recorded, { type: 'ListingPublished' }>['data'];
    return images.flatMap(({ s3Key, original, thumbnail }, at) =>
      pair(`listings/${s3Key}/${original}`, `listings/${s3Key}/${thumbnail}`, files[at]),
    );
  }
  if (type === 'MessageSent') {
    const { image } = data as Extract<Recorded, { type: 'MessageSent' }>['data'];
    return image ? [{ key: messageImageKey(image), sha256: files[0]?.sha256Stored }] : [];
  }
  const { evidence } = data as { evidence?: unknown };
  if (!Array.isArray(evidence)) return [];
  return (evidence as string[]).flatMap((key, at) => pair(key, thumbnailKey(key), files[at]));
};

/** What is known of a file from the history that attaches it. `revision`: undefined where no fact of that history does. */
export type Binding = { stream: StreamName; revision: number | undefined; sha256: string | undefined };
export type BindingOf = (key: string, attachedIn?: StreamName) => Promise<Binding | undefined>;

const OF_A_SALE = /^evidence\/([0-9a-f]{32})\//;
/** Facts do not change: what one says of a file need not be read again. */
const REMEMBERED = 10_000;

/** Undefined of a file of which nobody says where it is attached; of evidence its name says it. */
export const openBindings = ({
  repository,
}: {
  repository: Pick<Repository, 'sales' | 'conversations' | 'listings'>;
}): BindingOf => {
  const remembered = new Map<string, Binding>();
  const readers: Readonly<Record<string, (id: string) => Promise<{ history: readonly Recorded[] }>>> = {
    transaction: repository.sales.show,
    conversation: repository.conversations.show,
    listing: repository.listings.show,
  };
  return async (key, attachedIn) => {
    const sale = OF_A_SALE.exec(key)?.[1];
    const stream = sale === undefined ? attachedIn : `transaction-${sale}`;
    const at = stream?.indexOf('-') ?? 0;
    const read = stream === undefined ? undefined : readers[stream.slice(0, at)];
    if (stream === undefined || !read) return undefined;
    const name = `${stream} ${key}`;
    const known = remembered.get(name);
    if (known) return known;
    const { history } = await read(stream.slice(at + 1));
    for (const event of history) {
      const file = filesBoundBy(event).find((each) => each.key === key);
      if (!file) continue;
      const binding = { stream, revision: event.revision, sha256: file.sha256 };
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(name, binding);
      return binding;
    }
    return { stream, revision: undefined, sha256: undefined };
  };
};

/** `revision 5 of transaction-…`, or that no fact of it is. */
export const placeOf = ({ stream, revision }: Pick<Binding, 'stream' | 'revision'>): string =>
  revision === undefined ? `attached by no fact of ${stream}` : `attached by revision ${revision} of ${stream}`;
