import type { AttachedFile } from '#domain/shared/attached.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import type { StreamName } from '../ports/eventStore.ts';
import type { Repository } from '../streams/repository.ts';
import { messageImageKey, thumbnailKey } from './pictureNames.ts';

/** A picture file and the SHA-256 (hex) from its event; undefined for events of an earlier release. */
export type HashedFile = { key: string; sha256: string | undefined };

const pair = (key: string, thumbnail: string, file: AttachedFile | null | undefined): HashedFile[] => [
  { key, sha256: file?.sha256Stored },
  { key: thumbnail, sha256: file?.sha256Thumbnail ?? undefined },
];

/** The files that an event attaches; none after an erasure. */
export const filesAttachedBy = ({ type, data }: Pick<Recorded, 'type' | 'data'>): HashedFile[] => {
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

/**
 * What the attaching stream says of a file. `stream`: undefined for a listing photo without a listing. `revision`:
 * undefined if no event of the stream attaches it.
 */
export type Attachment = { stream: StreamName | undefined; revision: number | undefined; sha256: string | undefined };
export type AttachmentOf = (key: string, attachedIn?: StreamName) => Promise<Attachment | undefined>;

const OF_A_TRANSACTION = /^evidence\/([0-9a-f]{32})\//;
const OF_A_LISTING = /^listings\/([^/]+)\//;
/** Number of cached entries. Events never change, so entries do not expire. */
const REMEMBERED = 10_000;

type Deps = {
  repository: Pick<Repository, 'transactions' | 'conversations' | 'listings'>;
  /** Finds the listing of a photo by its folder. The answer is only a hint and is verified in the listing's stream. */
  listingOf: (s3Key: string) => Promise<string | undefined>;
};

/** Undefined if nobody says where the file is attached. Evidence and listing photos are found by their name. */
export const openAttachments = ({ repository, listingOf }: Deps): AttachmentOf => {
  const remembered = new Map<string, Attachment>();
  const readers: Readonly<Record<string, (id: string) => Promise<{ history: readonly Recorded[] }>>> = {
    transaction: repository.transactions.show,
    conversation: repository.conversations.show,
    listing: repository.listings.show,
  };
  const remember = (name: string, attachment: Attachment): void => {
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(name, attachment);
  };

  const lookIn = async (stream: StreamName, key: string, named: (key: string) => string) => {
    const at = stream.indexOf('-');
    const read = readers[stream.slice(0, at)];
    if (!read) return undefined;
    const { history } = await read(stream.slice(at + 1));
    const bound = new Map<string, Attachment>();
    for (const event of history)
      for (const { key: file, sha256 } of filesAttachedBy(event))
        if (!bound.has(file)) bound.set(file, { stream, revision: event.revision, sha256 });
    // Caches all files of the stream: a page asks for several at once.
    for (const [file, attachment] of bound) remember(named(file), attachment);
    return bound.get(key) ?? { stream, revision: undefined, sha256: undefined };
  };

  return async (key, attachedIn) => {
    const sale = OF_A_TRANSACTION.exec(key)?.[1];
    const folder = OF_A_LISTING.exec(key)?.[1];
    const said = sale === undefined ? attachedIn : `transaction-${sale}`;
    if (said === undefined && folder === undefined) return undefined;
    const named = (file: string) => `${said ?? ''} ${file}`;
    const known = remembered.get(named(key));
    if (known) return known;
    if (said !== undefined) return lookIn(said, key, named);
    const listing = folder && (await listingOf(folder));
    if (!listing) return { stream: undefined, revision: undefined, sha256: undefined };
    return lookIn(`listing-${listing}`, key, named);
  };
};

/** `attached by revision 5 of transaction-…`, or that no event attaches it. */
export const placeOf = ({ stream = 'any listing', revision }: Pick<Attachment, 'stream' | 'revision'>): string =>
  revision === undefined ? `attached by no fact of ${stream}` : `attached by revision ${revision} of ${stream}`;
