import { isErased, mayTrade } from '#domain/accounts/accountStatus.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListedPhoto, ListingRejection, Offer } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { editRefusal, listing, sellerRefusal } from '#domain/listings/listing.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { isInOpenCase } from '#domain/moderation/listingReports.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { Id, ListingId } from '#domain/shared/ids.ts';
import { DEFAULT_SELLER_COUNTRY, type OwnRates } from '#domain/transactions/shipping.ts';
import { attachedOf } from '../files/attachmentHashes.ts';
import type { UnusedUploads } from '../files/unusedUploads.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { ImageRefusal, ProcessImage } from '../ports/pictures.ts';
import type { CommandContext, Outcome } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { Repository } from '../streams/repository.ts';
import { letGo, storePhotos } from './photos.ts';

type ListingDeps = {
  repository: Repository;
  clock: Clock;
  newId: () => Id;
  files: Pick<Files, 'put'>;
  loosePhotos: Pick<UnusedUploads, 'add'>;
  processImage: ProcessImage;
};

type Written = Outcome<ListingEvent, ListingState>;
type Refused = ListingRejection | ImageRefusal;

type Draft = {
  offer: Offer;
  rates?: OwnRates | null | undefined;
  disclaimerAccepted: boolean;
  photos: readonly Buffer[];
};

/** A photo that stays (by its key) or a new one. */
export type PhotoPlace = { kept: string } | { coming: Buffer };

export const listingCommands = (deps: ListingDeps) => {
  const { repository, clock } = deps;

  const { load, send, decide } = repository.listings;

  const sellerOf = async (actor: Actor) => {
    const { feeAccepted, status, country } = (await repository.accounts.load(actor.id)).state;
    return { id: actor.id, feeAccepted, active: mayTrade({ status }), country: country || DEFAULT_SELLER_COUNTRY };
  };

  return {
    send,

    /** Whether the seller may publish at all, whatever the listing. */
    mayPublish: async (actor: Actor): Promise<Result<undefined, ListingRejection>> => {
      const refusal = sellerRefusal(await sellerOf(actor));
      return refusal ? reject(refusal) : ok(undefined);
    },

    /** The first photo is the cover. The domain rejects before a photo is decoded. */
    publish: async (
      { offer, rates, disclaimerAccepted, photos }: Draft,
      context: CommandContext,
    ): Promise<Result<{ id: ListingId } & Written, Refused>> => {
      const id = derivedId('listing', context);
      const request = {
        type: 'PublishListing',
        id,
        offer: withFranchiseId(offer),
        rates,
        disclaimerAccepted,
        seller: await sellerOf(context.actor),
      } as const;
      const trial = listing.decide(
        { ...request, images: photos.map(() => UNSTORED.image), at: clock.now(), by: context.actor },
        listing.initial,
      );
      if (!trial.ok) return trial;
      const stored = await storePhotos(id, photos, deps);
      if (!stored.ok) return stored;
      const images = stored.value.map(({ image }) => image);
      const published = await send(id, { ...request, images, attached: attachedOf(stored.value) }, context);
      return published.ok ? ok({ id, ...published.value }) : published;
    },

    /** `rates`: as in the command. */
    revise: (id: ListingId, { offer, rates }: Pick<Draft, 'offer' | 'rates'>, context: CommandContext) =>
      send(id, { type: 'ReviseListing', offer: withFranchiseId(offer), rates }, context),

    /** Whether the actor may edit the listing at all. */
    mayEdit: async (id: ListingId, actor: Actor): Promise<Result<undefined, ListingRejection>> => {
      const { state } = await load(id);
      if (state.status === 'none') return reject({ code: 'listingNotFound' });
      return editRefusal({ at: clock.now(), by: actor }, state) ?? ok(undefined);
    },

    /** All photos in their new order. The domain rejects before a photo is decoded. */
    changePhotos: async (
      id: ListingId,
      places: readonly PhotoPlace[],
      context: CommandContext,
    ): Promise<Result<Written, Refused>> => {
      const loaded = await load(id);
      const before = await repository.listings.repeated(loaded, context);
      if (before) return ok(before);
      const request = { type: 'ChangePhotos', at: clock.now(), by: context.actor } as const;
      const wanted = (coming: readonly ListedPhoto[]) => {
        const next = coming.values();
        return { ...request, photos: places.map((place) => ('kept' in place ? place : next.next().value!)) };
      };
      const trial = listing.decide(wanted(places.map((_, index) => unstored(index))), loaded.state);
      if (!trial.ok) return trial;
      const uploaded = places.flatMap((place) => ('coming' in place ? [place.coming] : []));
      const stored = await storePhotos(id, uploaded, deps);
      if (!stored.ok) return stored;
      const kept = new Set(places.flatMap((place) => ('kept' in place ? [place.kept] : [])));
      await deps.loosePhotos.add(letGo(id, loaded.state.images, kept, request.at));
      return decide(loaded, wanted(stored.value), context);
    },

    /** Removal by staff, which also settles open reports of the listing. */
    remove: async (
      id: ListingId,
      { reason, ownSale: ownTransaction }: { reason: string; ownSale: boolean },
      context: CommandContext,
    ) => {
      const loaded = await load(id);
      const { status, sellerId } = loaded.state;
      const sellerErased = status !== 'none' && isErased((await repository.accounts.load(sellerId)).state);
      const by = context.actor;
      const concerned = isInOpenCase((await repository.listingReports.load(id)).state, by);
      const command = {
        type: 'RemoveListing',
        at: clock.now(),
        by,
        reason,
        sellerErased,
        concerned,
        ownSale: ownTransaction,
      } as const;
      return decide(loaded, command, context);
    },

    archive: (id: ListingId, context: CommandContext) =>
      send(id, { type: 'ArchiveListing', reason: 'bySeller' }, context),
  };
};

export type ListingCommands = ReturnType<typeof listingCommands>;

const UNSTORED: ListedPhoto = {
  image: { original: '', thumbnail: '', s3Key: '', width: 0, height: 0 },
  file: null,
  takenAt: null,
};
const unstored = (place: number): ListedPhoto => ({ ...UNSTORED, image: { ...UNSTORED.image, s3Key: `new.${place}` } });

/** Clients may name a franchise by id or by name; listings store its id. */
const withFranchiseId = (offer: Offer): Offer => ({
  ...offer,
  franchise: findFranchise(offer.franchise)?.id ?? offer.franchise,
});
