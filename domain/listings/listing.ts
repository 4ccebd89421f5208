import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import { rateRefusal } from '../accounts/shippingRateLimits.ts';
import { belongsTogether, findFranchise } from '../catalogue/franchises.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { ERASED as WORD } from '../shared/erased.ts';
import type { Instant } from '../shared/instants.ts';
import type { OwnRates } from '../transactions/shipping.ts';
import type { ListedPhoto, ListingCommand, ListingRejection, Offer } from './commands.ts';
import type { ListingEvent } from './events.ts';
import { MAX_IMAGES } from './limits.ts';
import {
  agreedAt,
  decidePriceOffer,
  endedBy,
  endedByRelease,
  endedByTransaction,
  evolvePriceOffers,
  marketRefusal,
  priceFor,
  shippingFor,
} from './priceOffers.ts';
import { askedNow, reducedFrom } from './prices.ts';
import type { ListingState } from './state.ts';

type Command<Type> = Extract<ListingCommand, { type: Type }>;
type Decision = Result<ListingEvent[], ListingRejection>;

/** Why this account cannot publish any listing. */
export const sellerRefusal = ({
  active,
  feeAccepted,
}: Pick<Command<'PublishListing'>['seller'], 'active' | 'feeAccepted'>): ListingRejection | undefined => {
  if (!active) return { code: 'accountNotActive' };
  return feeAccepted ? undefined : { code: 'sellerTermsRequired' };
};

const numberRefusal = ({ length }: readonly unknown[]): ListingRejection | undefined => {
  if (length === 0) return { code: 'imagesRequired' };
  return length > MAX_IMAGES ? { code: 'tooManyImages' } : undefined;
};

const RATES = ['domestic', 'continental', 'international'] as const;

/** Sets or clears the listing's own rates. Writes nothing if they are unchanged. */
const setRates = (wanted: OwnRates | null | undefined, before: OwnRates | null, at: Instant): Decision => {
  if (wanted === undefined) return record();
  const international = wanted?.international ?? before?.international ?? null;
  const rates = wanted && { domestic: wanted.domestic, continental: wanted.continental, international };
  const refusal = rateRefusal(RATES.flatMap((zone) => rates?.[zone] ?? []));
  if (refusal) return reject(refusal);
  const same = RATES.every((zone) => rates?.[zone] === before?.[zone]);
  return same ? record() : record({ type: 'ListingRatesSet', data: { at, rates } });
};

const publish = ({
  at,
  by,
  offer,
  rates,
  images,
  attached,
  disclaimerAccepted,
  seller,
}: Command<'PublishListing'>): Decision => {
  if (by.id !== seller.id) return reject({ code: 'notYourListing' });
  const refusal = sellerRefusal(seller);
  if (refusal) return reject(refusal);
  if (!belongsTogether(offer)) return reject({ code: 'factionUnknown' });
  const number = numberRefusal(images);
  if (number) return reject(number);
  const needsDisclaimer = findFranchise(offer.franchise)?.disclaimerRequired ?? false;
  if (needsDisclaimer && !disclaimerAccepted) return reject({ code: 'disclaimerRequired' });
  const priced = setRates(rates, null, at);
  if (!priced.ok) return priced;
  const published: ListingEvent = {
    type: 'ListingPublished',
    data: {
      at,
      ...offer,
      sellerId: seller.id,
      country: seller.country,
      disclaimerAccepted: disclaimerAccepted || !needsDisclaimer,
      images,
      ...attached,
    },
  };
  return record(published, ...priced.value);
};

/** Why the listing cannot be edited; undefined if its seller can edit it. */
export const editRefusal = (
  { at, by }: { at: Instant; by: Pick<Actor, 'id'> },
  state: Pick<ListingState, 'sellerId' | 'status' | 'reservation' | 'proposals'>,
): Result<never, ListingRejection> | undefined => {
  if (by.id !== state.sellerId) return reject({ code: 'notYourListing' });
  if (state.status !== 'active') return reject({ code: 'onlyActiveCanBeEdited' });
  if (state.reservation) return reject({ code: 'listingReserved' });
  return agreedAt(state, at) ? reject({ code: 'listingPromised' }) : undefined;
};

/** A change of the listing ends its open price offers. */
const changed = (events: readonly ListingEvent[], at: Instant, state: ListingState): Decision =>
  record<ListingEvent>(...events, ...(events.length > 0 ? endedBy('revised', state, at) : []));

const revise = ({ at, by, offer, rates }: Command<'ReviseListing'>, state: ListingState): Decision => {
  const refusal = editRefusal({ at, by }, state);
  if (refusal) return refusal;
  if (!belongsTogether(offer)) return reject({ code: 'factionUnknown' });
  const priced = setRates(rates, state.rates, at);
  if (!priced.ok) return priced;
  const unchanged = (Object.keys(offer) as (keyof Offer)[]).every((field) => offer[field] === state.offer[field]);
  if (unchanged) return changed(priced.value, at, state);
  const revised = { type: 'ListingRevised', data: { at, ...offer, sellerId: state.sellerId } } as const;
  const from = reducedFrom(state.asked, offer.price, at);
  const reduced = from === null ? [] : [{ type: 'ListingPriceReduced', data: { at, from, to: offer.price } } as const];
  return changed([revised, ...reduced, ...priced.value], at, state);
};

/** Transactions keep the photos they began with. */
const changePhotos = ({ at, by, photos: wanted }: Command<'ChangePhotos'>, state: ListingState): Decision => {
  const refusal = editRefusal({ at, by }, state);
  if (refusal) return refusal;
  const number = numberRefusal(wanted);
  if (number) return reject(number);
  const photos = wanted.flatMap((one) => {
    if (!('kept' in one)) return [one];
    const place = state.images.findIndex(({ s3Key }) => s3Key === one.kept);
    const [image, bound] = [state.images[place], state.bound[place]];
    return image && bound ? { image, ...bound } : [];
  });
  const distinct = new Set(photos.map(({ image }) => image.s3Key));
  if (photos.length < wanted.length || distinct.size < photos.length) return reject({ code: 'photoUnknown' });
  const same = ({ image }: ListedPhoto, place: number) => image.s3Key === state.images[place]?.s3Key;
  if (photos.length === state.images.length && photos.every(same)) return record();
  const takenAt = photos.map((photo) => photo.takenAt);
  const photographed: ListingEvent = {
    type: 'ListingPhotosChanged',
    data: {
      at,
      sellerId: state.sellerId,
      images: photos.map(({ image }) => image),
      files: photos.map(({ file }) => file),
      ...(takenAt.some((time) => time !== null) && { takenAt }),
    },
  };
  return changed([photographed], at, state);
};

const archive = ({ at, by, reason }: Command<'ArchiveListing'>, state: ListingState): Decision => {
  if (reason === 'bySeller') {
    const refusal = editRefusal({ at, by }, state);
    if (refusal) return refusal;
  } else if (!may(access.listing.do.retire, by.role)) return reject({ code: 'notAllowed' });
  if (state.status === 'archived' && !state.offeredBefore) return record();
  return record<ListingEvent>({ type: 'ListingArchived', data: { at, reason } }, ...endedBy('archived', state, at));
};

const reserve = (command: Command<'ReserveListing'>, state: ListingState): Decision => {
  const { at, transactionId, buyerId, until, seller } = command;
  if (state.reservation?.transactionId === transactionId || state.soldTo === transactionId) return record();
  if (buyerId === state.sellerId) return reject({ code: 'ownListing' });
  if (seller.id !== state.sellerId) return reject({ code: 'sellerMismatch' });
  const refusal = marketRefusal(state, at, buyerId);
  if (refusal) return reject(refusal);
  if (!seller.active || !seller.feeAccepted) return reject({ code: 'sellerAway' });
  const price = priceFor(state, buyerId, at);
  if (command.price !== price) return reject({ code: 'priceChanged', price });
  return record({ type: 'ListingReserved', data: { at, transactionId, buyerId, until } });
};

type Stored = Omit<Offer, keyof typeof ERASED> & { [Word in keyof typeof ERASED]: string | null };

/** Fills in erased title and description. */
export const readable = <Written extends Pick<Stored, keyof typeof ERASED>>(offer: Written) => ({
  ...offer,
  title: offer.title ?? ERASED.title,
  description: offer.description ?? ERASED.description,
});

type Written = Pick<Extract<ListingEvent, { type: 'ListingPublished' }>['data'], 'images' | 'takenAt'> & {
  files?: readonly ListedPhoto['file'][] | undefined;
};

const shownBy = ({ images, files, takenAt }: Written): Pick<ListingState, 'images' | 'bound'> => ({
  images,
  bound: images.map((_, place) => ({ file: files?.[place] ?? null, takenAt: takenAt?.[place] ?? null })),
});

export const listing: Decider<ListingCommand, ListingEvent, ListingState, ListingRejection> = {
  initial: {
    status: 'none',
    removed: false,
    offeredBefore: false,
    sellerId: '',
    country: '',
    offer: {
      title: '',
      franchise: '',
      mainFaction: '',
      subfaction: '',
      condition: '',
      paintQuality: '',
      price: 0,
      description: '',
    },
    rates: null,
    asked: [],
    images: [],
    bound: [],
    reservation: null,
    proposals: [],
    proposers: [],
    proposed: {},
    soldTo: null,
  },
  evolve: (state, event) => {
    const { type, data } = event;
    switch (type) {
      case 'ListingPublished': {
        const { at, sellerId, country, disclaimerAccepted: __, images, files, takenAt, ...offer } = data;
        const shown = shownBy({ images, files, takenAt });
        const asked = askedNow(state.asked, offer.price, at);
        return { ...state, ...shown, status: 'active', sellerId, country, offer: readable(offer), asked };
      }
      case 'ListingRevised': {
        const { at, sellerId: _, ...offer } = data;
        return { ...state, offer: readable(offer), asked: askedNow(state.asked, offer.price, at) };
      }
      case 'ListingPriceReduced':
        return state;
      case 'ListingPhotosChanged':
        return { ...state, ...shownBy(data) };
      case 'ListingRatesSet':
        return { ...state, rates: data.rates };
      case 'ListingArchived':
        return { ...state, status: 'archived', soldTo: null, offeredBefore: false };
      case 'ListingReserved': {
        const { at, transactionId, buyerId, until } = data;
        const price = priceFor(state, buyerId, at);
        const shipping = shippingFor(state, buyerId, at);
        return { ...state, reservation: { transactionId, buyerId, until, price, shipping } };
      }
      case 'ReservationReleased':
        return { ...state, reservation: null };
      case 'ListingSold':
        return { ...state, status: 'sold', reservation: null, soldTo: data.transactionId };
      case 'PriceProposed':
      case 'PriceProposalCountered':
      case 'PriceProposalAccepted':
      case 'PriceProposalEnded':
        return { ...state, ...evolvePriceOffers(state, event) };
      case 'ListingReturnedToMarket':
        return { ...state, status: 'active', soldTo: null };
      case 'ListingRemoved':
        return {
          ...state,
          status: state.status === 'sold' ? 'sold' : 'archived',
          removed: true,
          offeredBefore: state.status === 'active',
        };
      case 'ListingRestored':
        return { ...state, status: data.to, removed: false, offeredBefore: false };
    }
  },
  decide: (command, state) => {
    if (command.type === 'PublishListing') return state.status === 'none' ? publish(command) : record();
    if (state.status === 'none') return reject({ code: 'listingNotFound' });
    const { at, by } = command;
    switch (command.type) {
      case 'ReviseListing':
        return revise(command, state);
      case 'ChangePhotos':
        return changePhotos(command, state);
      case 'ArchiveListing':
        return archive(command, state);
      case 'ReserveListing':
        return reserve(command, state);
      case 'ReleaseReservation':
        if (state.reservation?.transactionId !== command.transactionId) return record();
        return record<ListingEvent>(
          { type: 'ReservationReleased', data: { at, transactionId: command.transactionId } },
          ...endedByRelease(state, at),
        );
      case 'MarkSold':
        if (state.soldTo === command.transactionId) return record();
        if (state.reservation?.transactionId !== command.transactionId) return reject({ code: 'listingNotAvailable' });
        return record<ListingEvent>(
          { type: 'ListingSold', data: { at, transactionId: command.transactionId } },
          ...endedByTransaction(state, at),
        );
      case 'ReturnToMarket':
        if (state.soldTo !== command.transactionId || state.removed) return record();
        return record({ type: 'ListingReturnedToMarket', data: { at, transactionId: command.transactionId } });
      case 'RemoveListing':
        if (!may(access.listing.do.remove, by.role)) return reject({ code: 'notAllowed' });
        if (command.concerned || by.id === state.sellerId) return reject({ code: 'ownReportDecided' });
        if (command.ownSale) return reject({ code: 'ownSale' });
        // the policy's command is idempotent; a person's reason would be lost, so a second removal is refused
        if (state.removed) return by.role === 'system' ? record() : reject({ code: 'listingRemovedAlready' });
        return record<ListingEvent>(
          {
            type: 'ListingRemoved',
            data: {
              at,
              sellerId: state.sellerId,
              removedBy: by.id,
              reason: command.sellerErased ? null : command.reason,
            },
          },
          ...endedBy('removed', state, at),
        );
      case 'RestoreListing': {
        if (!may(access.listing.do.retire, by.role)) return reject({ code: 'notAllowed' });
        if (!state.removed) return record();
        const kept = state.status === 'sold' ? 'sold' : 'archived';
        return record({
          type: 'ListingRestored',
          data: { at, to: kept === 'archived' && state.offeredBefore && command.sellerActive ? 'active' : kept },
        });
      }
      default:
        return decidePriceOffer(command, state);
    }
  },
};

/** Replaces title and description once the seller's account is erased. */
export const ERASED = { title: WORD, description: WORD };
