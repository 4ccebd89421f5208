import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListingCommand, ListingRejection, Offer } from '#domain/listings/commands.ts';
import type { ListingEvent, ListingImage } from '#domain/listings/events.ts';
import { type ListingState, listing } from '#domain/listings/listing.ts';
import { fold, ok, type Result } from '#domain/shared/decider.ts';
import type { Id, ListingId } from '#domain/shared/ids.ts';
import { DEFAULT_SELLER_COUNTRY } from '#domain/transactions/shipping.ts';
import { loadAccount } from './accounts/accountDeps.ts';
import type { Request } from './accounts.ts';
import { derivedId } from './derivedId.ts';
import { type CommandContext, handleCommand, type Outcome } from './handleCommand.ts';
import type { Journal } from './journal.ts';
import type { Clock } from './ports/clock.ts';
import type { Files } from './ports/files.ts';

/** Both renditions of an uploaded photo, decoded and encoded anew, so that nothing of the upload survives but its pixels. */
export type ProcessedImage = {
  original: Buffer;
  thumbnail: Buffer;
  contentType: string;
  extension: string;
  width: number;
  height: number;
};
export type ImageRefusal = { code: 'invalidFileType' } | { code: 'fileTooLarge' };
export type ProcessImage = (content: Buffer) => Promise<Result<ProcessedImage, { code: ImageRefusal['code'] }>>;

type ListingDeps = { journal: Journal; clock: Clock; newId: () => Id; files: Files; processImage: ProcessImage };

export const listingStream = (id: ListingId): string => `listing-${id}`;

/** Status `none` when there is none with that id. */
export const loadListing = async (journal: Journal, id: ListingId): Promise<ListingState> => {
  const { events } = await journal.load(listingStream(id));
  return fold(listing, events as unknown as ListingEvent[]);
};

type Published = Result<{ id: ListingId } & Outcome<ListingEvent, ListingState>, ListingRejection | ImageRefusal>;

export const listingCommands = (deps: ListingDeps) => {
  const { journal, clock } = deps;

  const execute = (
    id: ListingId,
    request: Request<ListingCommand>,
    context: CommandContext,
  ): Promise<Result<Outcome<ListingEvent, ListingState>, ListingRejection>> => {
    const command = { ...request, at: clock.now(), by: context.actor } as ListingCommand;
    return handleCommand(journal, listing, listingStream(id), command, context);
  };

  return {
    execute,

    /** Photos in their order, the first is the cover. What the domain refuses is refused before a photo is decoded. */
    publish: async (
      { offer, disclaimerAccepted, photos }: { offer: Offer; disclaimerAccepted: boolean; photos: readonly Buffer[] },
      context: CommandContext,
    ): Promise<Published> => {
      const id = derivedId('listing', context);
      const seller = await loadAccount(journal, context.actor.id);
      const request = {
        type: 'PublishListing',
        id,
        offer: withFranchiseId(offer),
        disclaimerAccepted,
        seller: {
          id: context.actor.id,
          feeAccepted: seller.feeAccepted,
          active: seller.status === 'active',
          country: seller.country || DEFAULT_SELLER_COUNTRY,
        },
      } as const;
      const trial = listing.decide(
        { ...request, images: photos.map(() => NO_IMAGE), at: clock.now(), by: context.actor },
        listing.initial,
      );
      if (!trial.ok) return trial;
      const images = await storePhotos(photos, deps);
      if (!images.ok) return images;
      const published = await execute(id, { ...request, images: images.value }, context);
      return published.ok ? ok({ id, ...published.value }) : published;
    },

    revise: (id: ListingId, offer: Offer, context: CommandContext) =>
      execute(id, { type: 'ReviseListing', offer: withFranchiseId(offer) }, context),

    /** By staff, whoever its seller is. */
    remove: async (id: ListingId, reason: string, context: CommandContext) => {
      const { status, sellerId } = await loadListing(journal, id);
      const sellerErased = status !== 'none' && (await loadAccount(journal, sellerId)).status === 'deleted';
      return execute(id, { type: 'RemoveListing', reason, sellerErased }, context);
    },

    archive: (id: ListingId, context: CommandContext) =>
      execute(id, { type: 'ArchiveListing', reason: 'bySeller' }, context),
  };
};

export type ListingCommands = ReturnType<typeof listingCommands>;

const NO_IMAGE: ListingImage = { original: '', thumbnail: '', s3Key: '', width: 0, height: 0 };

/** Clients may name a franchise by id or by name; listings store its id. */
const withFranchiseId = (offer: Offer): Offer => ({
  ...offer,
  franchise: findFranchise(offer.franchise)?.id ?? offer.franchise,
});

/** Decodes all before it stores any; one photo after the other, because each takes a core and much memory. */
const storePhotos = async (
  photos: readonly Buffer[],
  { processImage, files, newId }: ListingDeps,
): Promise<Result<ListingImage[], ImageRefusal>> => {
  const processed: ProcessedImage[] = [];
  for (const photo of photos) {
    const image = await processImage(photo);
    if (!image.ok) return { ok: false, error: { code: image.error.code } };
    processed.push(image.value);
  }
  const images: ListingImage[] = [];
  for (const { original, thumbnail, contentType, extension, width, height } of processed) {
    const image = {
      original: `original.${extension}`,
      thumbnail: `thumbnail.${extension}`,
      s3Key: newId(),
      width,
      height,
    };
    await files.put(`listings/${image.s3Key}/${image.original}`, original, contentType);
    await files.put(`listings/${image.s3Key}/${image.thumbnail}`, thumbnail, contentType);
    images.push(image);
  }
  return ok(images);
};
