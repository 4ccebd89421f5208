import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { soldListing } from '#domain/listings/asSold.ts';
import { evidenceReceipt, type ReceiptRow } from '#domain/notifications/evidenceReceipt.ts';
import { fold, ok, type Result, reject } from '#domain/shared/decider.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import {
  type BankPhoto,
  type BankReceipt,
  EVIDENCE_PLACES,
  MAX_BANK_BYTES,
  RECEIPT_NAME,
} from '#domain/transactions/evidencePack.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { filesAttachedBy } from '../files/attachedFiles.ts';
import { thumbnailKey } from '../files/pictureNames.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import { FileAltered, type Files } from '../ports/files.ts';
import type { EvidenceDocument } from '../ports/payments.ts';
import type { BankPage, ToBankDocument } from '../ports/pictures.ts';
import type { Repository } from '../streams/repository.ts';

/** A photo that can go to a bank. `sha256`: of the stored photo at `key`. `thumbnail`: the key of the small one. */
export type CasePhoto = Pick<BankPhoto, 'name' | 'sha256'> & { key: string; thumbnail: string };
/** A photo is chosen by its name: two parties may show the same picture. */
export type ChosenPhoto = Pick<BankPhoto, 'place' | 'name'>;
export type BankPhotoRefusal =
  /** Erased, removed or altered, or no photo of the case. */
  | { code: 'bankPhotoMissing'; name: string }
  | { code: 'bankPhotosTooLarge'; bytes: number }
  /** What it was made from was erased, or this is not the receipt that was shown. */
  | { code: 'bankReceiptChanged' };

/** `photos`: a submitted one has its hash, which must still be the same. */
export type ChosenDocuments = {
  photos?: readonly (ChosenPhoto & Partial<BankPhoto>)[] | undefined;
  receipt?: BankReceipt | undefined;
};
type Documents = { photos: BankPhoto[]; receipt: BankReceipt | undefined; documents: EvidenceDocument[] };

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

type Receipt = { page: { title: string; rows: readonly ReceiptRow[] }; content: Buffer };

/** The receipt and the photos that go to a bank, as the documents that it takes. */
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

  /** `upTo`: the last entry of the history that it tells; by default the latest. Undefined: the history is shorter. */
  const receipt = async (id: TransactionId, upTo?: number): Promise<(BankReceipt & Receipt) | undefined> => {
    const { history } = await repository.transactions.show(id);
    const entries = upTo === undefined ? history : history.filter(({ revision }) => revision <= upTo);
    const last = entries.at(-1);
    if (!last || (upTo !== undefined && last.revision !== upTo)) return undefined;
    const page = {
      title: 'Receipt of the marketplace Reliquary',
      rows: evidenceReceipt(fold(transactionAggregate, entries), entries),
    };
    const { content } = await toBankDocument([page]);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { name: `receipt-${last.revision}`, sha256, page, content };
  };

  const sameReceipt = async (id: TransactionId, chosen: BankReceipt): Promise<Receipt | undefined> => {
    const made = await receipt(id, Number(RECEIPT_NAME.exec(chosen.name)?.[1]));
    return made?.sha256 === chosen.sha256 ? made : undefined;
  };

  /** One document per place; the receipt comes before the photos of its place. @throws FilesUnavailable */
  const documents = async (
    id: TransactionId,
    { photos: chosen = [], receipt: ours }: ChosenDocuments,
  ): Promise<Result<Documents, BankPhotoRefusal>> => {
    if (chosen.length === 0 && !ours) return ok({ photos: [], receipt: ours, documents: [] });
    const made = ours && (await sameReceipt(id, ours));
    if (ours && !made) return reject({ code: 'bankReceiptChanged' });
    const known = new Map((await casePhotosOf(id, { repository })).map((photo) => [photo.name, photo]));
    const photos: BankPhoto[] = [];
    const all: EvidenceDocument[] = [];
    for (const place of EVIDENCE_PLACES) {
      const pages: BankPage[] = made && place === 'receipt' ? [made.page] : [];
      for (const { name, sha256 } of chosen.filter((each) => each.place === place)) {
        const photo = known.get(name);
        const isSame = photo && (sha256 ?? photo.sha256) === photo.sha256;
        const content = isSame && (await read(photo.key));
        if (!content) return reject({ code: 'bankPhotoMissing', name });
        pages.push({ name, content });
        photos.push({ place, sha256: photo.sha256, name });
      }
      if (pages.length > 0) all.push({ place, ...(await toBankDocument(pages)) });
    }
    const bytes = all.reduce((sum, { content }) => sum + content.length, 0);
    return bytes > MAX_BANK_BYTES
      ? reject({ code: 'bankPhotosTooLarge', bytes })
      : ok({ photos, receipt: ours, documents: all });
  };
  return { documents, receipt };
};

export type BankPhotos = ReturnType<typeof openBankPhotos>;
