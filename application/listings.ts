import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListingRejection, Offer } from '#domain/listings/commands.ts';
import type { ListingEvent, ListingImage } from '#domain/listings/events.ts';
import { type ListingState, listing, sellerRefusal } from '#domain/listings/listing.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { Attached } from '#domain/shared/attached.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { Id, ListingId } from '#domain/shared/ids.ts';
import { DEFAULT_SELLER_COUNTRY } from '#domain/transactions/shipping.ts';
import { type AttachedPicture, attachedOf, attachedPicture } from './attaching.ts';
import type { CommandContext, Outcome } from './command.ts';
import { derivedId } from './derivedId.ts';
import { nameFor } from './pictureNames.ts';
import type { Clock } from './ports/clock.ts';
import type { Files } from './ports/files.ts';
import type { ImageRefusal, ProcessedImage, ProcessImage } from './ports/pictures.ts';
import type { Repository } from './repository.ts';

type ListingDeps = { repository: Repository; clock: Clock; newId: () => Id; files: Files; processImage: ProcessImage };

type Published = Result<{ id: ListingId } & Outcome<ListingEvent, ListingState>, ListingRejection | ImageRefusal>;

export const listingCommands = (deps: ListingDeps) => {
  const { repository, clock } = deps;

  const { load, send, decide } = repository.listings;

  const sellerOf = async (actor: Actor) => {
    const { feeAccepted, status, country } = (await repository.accounts.load(actor.id)).state;
    return { id: actor.id, feeAccepted, active: status === 'active', country: country || DEFAULT_SELLER_COUNTRY };
  };

  return {
    send,

    /** Whatever they offer. */
    mayPublish: async (actor: Actor): Promise<Result<undefined, ListingRejection>> => {
      const refusal = sellerRefusal(await sellerOf(actor));
      return refusal ? reject(refusal) : ok(undefined);
    },

    /** Photos in their order, the first is the cover. What the domain refuses is refused before a photo is decoded. */
    publish: async (
      { offer, disclaimerAccepted, photos }: { offer: Offer; disclaimerAccepted: boolean; photos: readonly Buffer[] },
      context: CommandContext,
    ): Promise<Published> => {
      const id = derivedId('listing', context);
      const request = {
        type: 'PublishListing',
        id,
        offer: withFranchiseId(offer),
        disclaimerAccepted,
        seller: await sellerOf(context.actor),
      } as const;
      const trial = listing.decide(
        { ...request, images: photos.map(() => NO_IMAGE), at: clock.now(), by: context.actor },
        listing.initial,
      );
      if (!trial.ok) return trial;
      const stored = await storePhotos(photos, deps);
      if (!stored.ok) return stored;
      const published = await send(id, { ...request, ...stored.value }, context);
      return published.ok ? ok({ id, ...published.value }) : published;
    },

    revise: (id: ListingId, offer: Offer, context: CommandContext) =>
      send(id, { type: 'ReviseListing', offer: withFranchiseId(offer) }, context),

    /** By staff, whoever its seller is. */
    remove: async (id: ListingId, reason: string, context: CommandContext) => {
      const loaded = await load(id);
      const { status, sellerId } = loaded.state;
      const sellerErased = status !== 'none' && (await repository.accounts.load(sellerId)).state.status === 'deleted';
      const command = { type: 'RemoveListing', at: clock.now(), by: context.actor, reason, sellerErased } as const;
      return decide(loaded, command, context);
    },

    archive: (id: ListingId, context: CommandContext) =>
      send(id, { type: 'ArchiveListing', reason: 'bySeller' }, context),
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
): Promise<Result<{ images: ListingImage[]; attached: Attached }, ImageRefusal>> => {
  const processed: ProcessedImage[] = [];
  for (const photo of photos) {
    const image = await processImage(photo);
    if (!image.ok) return { ok: false, error: { code: image.error.code } };
    processed.push(image.value);
  }
  const images: ListingImage[] = [];
  const pictures: AttachedPicture[] = [];
  for (const [index, { original, thumbnail, contentType, extension, width, height }] of processed.entries()) {
    const image = {
      original: nameFor('original', original, extension),
      thumbnail: nameFor('thumbnail', thumbnail, extension),
      s3Key: newId(),
      width,
      height,
    };
    await files.put(`listings/${image.s3Key}/${image.original}`, original, contentType);
    await files.put(`listings/${image.s3Key}/${image.thumbnail}`, thumbnail, contentType);
    images.push(image);
    pictures.push(attachedPicture(photos[index]!, processed[index]!));
  }
  return ok({ images, attached: attachedOf(pictures) });
};
