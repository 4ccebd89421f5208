import { buffer } from 'node:stream/consumers';
import { soldListing } from '#domain/listings/asSold.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type BankPhoto, EVIDENCE_PLACES, MAX_BANK_BYTES } from '#domain/transactions/evidencePack.ts';
import { filesAttachedBy } from '../files/attachedFiles.ts';
import { thumbnailKey } from '../files/pictureNames.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import { FileAltered, type Files } from '../ports/files.ts';
import type { EvidenceDocument } from '../ports/payments.ts';
import type { ToBankDocument } from '../ports/pictures.ts';
import type { Repository } from '../streams/repository.ts';

/** A photo that can go to a bank. `sha256`: of the stored photo at `key`. `thumbnail`: the key of the small one. */
export type CasePhoto = Pick<BankPhoto, 'name' | 'sha256'> & { key: string; thumbnail: string };
/** A photo is chosen by its name: two parties may show the same picture. */
export type ChosenPhoto = Pick<BankPhoto, 'place' | 'name'>;
export type BankPhotoRefusal =
  /** Erased, removed or altered, or no photo of the case. */
  { code: 'bankPhotoMissing'; name: string } | { code: 'bankPhotosTooLarge'; bytes: number };

type Deps = {
  repository: Pick<Repository, 'transactions' | 'listings'>;
  files: Pick<Files, 'get'>;
  toBankDocument: ToBankDocument;
};

const photosOf = (events: readonly Recorded<TransactionEvent>[], buyerId: string): CasePhoto[] => {
  const counts = { buyer: 0, seller: 0 };
  return events.flatMap((event) => {
    const part = event.metadata.actor.id === buyerId ? 'buyer' : 'seller';
    // each photo is followed by its thumbnail
    const originals = filesAttachedBy(event).filter((_, place) => place % 2 === 0);
    return originals.flatMap(({ key, sha256 }) => {
      counts[part]++;
      const name = `${part}-${counts[part]}`;
      return sha256 === undefined ? [] : [{ name, sha256, key, thumbnail: thumbnailKey(key) }];
    });
  });
};

/** The photos of the listing as sold and of both parties' statements. Those of releases that hashed no files are left out. */
export const casePhotosOf = async (
  id: TransactionId,
  { repository }: Pick<Deps, 'repository'>,
): Promise<CasePhoto[]> => {
  const { history, state } = await repository.transactions.show(id);
  const listing = await repository.listings.show(state.listingId);
  const { images = [], bound = [] } = soldListing(listing.history, id)?.state ?? {};
  const sold = images.flatMap(({ s3Key, original, thumbnail }, place): CasePhoto[] => {
    const sha256 = bound[place]?.file?.sha256Stored;
    if (sha256 === undefined) return [];
    const folder = `listings/${s3Key}`;
    return [{ name: `sold-${place + 1}`, sha256, key: `${folder}/${original}`, thumbnail: `${folder}/${thumbnail}` }];
  });
  return [...sold, ...photosOf(history, state.buyerId)];
};

/** The photos that go to a bank, as the documents that it takes. */
export const openBankPhotos = ({ repository, files, toBankDocument }: Deps) => {
  const read = async (key: string): Promise<Buffer | undefined> => {
    try {
      const file = await files.get(key);
      return file && (await buffer(file.content));
    } catch (error) {
      if (error instanceof FileAltered) return undefined;
      throw error;
    }
  };

  /** One document per place. A submitted photo has its hash, which must still be the same. @throws FilesUnavailable */
  const documents = async (
    id: TransactionId,
    chosen: readonly (ChosenPhoto & Partial<BankPhoto>)[],
  ): Promise<Result<{ photos: BankPhoto[]; documents: EvidenceDocument[] }, BankPhotoRefusal>> => {
    if (chosen.length === 0) return ok({ photos: [], documents: [] });
    const known = new Map((await casePhotosOf(id, { repository })).map((photo) => [photo.name, photo]));
    const photos: BankPhoto[] = [];
    const made: EvidenceDocument[] = [];
    for (const place of EVIDENCE_PLACES) {
      const pages: { name: string; content: Buffer }[] = [];
      for (const { name, sha256 } of chosen.filter((each) => each.place === place)) {
        const photo = known.get(name);
        const isSame = photo && (sha256 ?? photo.sha256) === photo.sha256;
        const content = isSame && (await read(photo.key));
        if (!content) return reject({ code: 'bankPhotoMissing', name });
        pages.push({ name, content });
        photos.push({ place, sha256: photo.sha256, name });
      }
      if (pages.length > 0) made.push({ place, ...(await toBankDocument(pages)) });
    }
    const bytes = made.reduce((sum, { content }) => sum + content.length, 0);
    return bytes > MAX_BANK_BYTES ? reject({ code: 'bankPhotosTooLarge', bytes }) : ok({ photos, documents: made });
  };
  return { documents };
};

export type BankPhotos = ReturnType<typeof openBankPhotos>;
