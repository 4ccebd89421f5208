import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import { belongsTogether, findFranchise } from '../catalogue/franchises.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import type { AccountId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingCommand, ListingRejection, Offer } from './commands.ts';
import { ERASED } from './erased.ts';
import type { ListingEvent, ListingImage } from './events.ts';

export const MAX_IMAGES = 8;

type Reservation = { transactionId: TransactionId; buyerId: AccountId; until: Instant };

/** `reservation` stands beside the status: a sale of it is being paid. It ends only by a release or by the sale. */
export type ListingState = {
  status: 'none' | 'active' | 'sold' | 'archived';
  removed: boolean;
  sellerId: AccountId;
  country: string;
  offer: Offer;
  images: readonly ListingImage[];
  reservation: Reservation | null;
  soldTo: TransactionId | null;
};

type Command<Type> = Extract<ListingCommand, { type: Type }>;
type Decision = Result<ListingEvent[], ListingRejection>;

/** Why this account may publish nothing, whatever it offers. */
export const sellerRefusal = ({
  active,
  feeAccepted,
}: Pick<Command<'PublishListing'>['seller'], 'active' | 'feeAccepted'>): ListingRejection | undefined => {
  if (!active) return { code: 'accountNotActive' };
  return feeAccepted ? undefined : { code: 'sellerTermsRequired' };
};

const publish = ({
  at,
  by,
  offer,
  images,
  attached,
  disclaimerAccepted,
  seller,
}: Command<'PublishListing'>): Decision => {
  if (by.id !== seller.id) return reject({ code: 'notYourListing' });
  const refusal = sellerRefusal(seller);
  if (refusal) return reject(refusal);
  if (!belongsTogether(offer)) return reject({ code: 'factionUnknown' });
  if (images.length === 0) return reject({ code: 'imagesRequired' });
  if (images.length > MAX_IMAGES) return reject({ code: 'tooManyImages' });
  const needsDisclaimer = findFranchise(offer.franchise)?.disclaimerRequired ?? false;
  if (needsDisclaimer && !disclaimerAccepted) return reject({ code: 'disclaimerRequired' });
  return record({
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
  });
};

const revise = ({ at, by, offer }: Command<'ReviseListing'>, state: ListingState): Decision => {
  if (by.id !== state.sellerId) return reject({ code: 'notYourListing' });
  if (state.status !== 'active') return reject({ code: 'onlyActiveCanBeEdited' });
  if (state.reservation) return reject({ code: 'listingReserved' });
  if (!belongsTogether(offer)) return reject({ code: 'factionUnknown' });
  const unchanged = (Object.keys(offer) as (keyof Offer)[]).every((field) => offer[field] === state.offer[field]);
  return unchanged ? record() : record({ type: 'ListingRevised', data: { at, ...offer, sellerId: state.sellerId } });
};

const archive = ({ at, by, reason }: Command<'ArchiveListing'>, state: ListingState): Decision => {
  if (reason === 'bySeller') {
    if (by.id !== state.sellerId) return reject({ code: 'notYourListing' });
    if (state.status !== 'active') return reject({ code: 'onlyActiveCanBeEdited' });
    if (state.reservation) return reject({ code: 'listingReserved' });
  } else if (!may(access.listing.do.retire, by.role)) return reject({ code: 'notAllowed' });
  return state.status === 'archived' ? record() : record({ type: 'ListingArchived', data: { at, reason } });
};

const reserve = (command: Command<'ReserveListing'>, state: ListingState): Decision => {
  const { at, transactionId, buyerId, until, seller } = command;
  if (state.reservation?.transactionId === transactionId || state.soldTo === transactionId) return record();
  if (buyerId === state.sellerId) return reject({ code: 'ownListing' });
  if (seller.id !== state.sellerId) return reject({ code: 'sellerMismatch' });
  if (state.status !== 'active' || state.removed) return reject({ code: 'listingNotAvailable' });
  if (state.reservation) return reject({ code: 'listingReserved' });
  if (!seller.active || !seller.feeAccepted) return reject({ code: 'listingNotAvailable' });
  if (command.price !== state.offer.price) return reject({ code: 'priceChanged', price: state.offer.price });
  return record({ type: 'ListingReserved', data: { at, transactionId, buyerId, until } });
};

type Stored = Omit<Offer, keyof typeof ERASED> & { [Word in keyof typeof ERASED]: string | null };

/** As people may read it. */
export const readable = <Written extends Pick<Stored, keyof typeof ERASED>>(offer: Written) => ({
  ...offer,
  title: offer.title ?? ERASED.title,
  description: offer.description ?? ERASED.description,
});

export const listing: Decider<ListingCommand, ListingEvent, ListingState, ListingRejection> = {
  initial: {
    status: 'none',
    removed: false,
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
    images: [],
    reservation: null,
    soldTo: null,
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'ListingPublished': {
        const { at: _, sellerId, country, disclaimerAccepted: __, images, files: ___, takenAt: ____, ...offer } = data;
        return { ...state, status: 'active', sellerId, country, images, offer: readable(offer) };
      }
      case 'ListingRevised': {
        const { at: _, sellerId: __, ...offer } = data;
        return { ...state, offer: readable(offer) };
      }
      case 'ListingArchived':
        return { ...state, status: 'archived', soldTo: null };
      case 'ListingReserved':
        return {
          ...state,
          reservation: { transactionId: data.transactionId, buyerId: data.buyerId, until: data.until },
        };
      case 'ReservationReleased':
        return { ...state, reservation: null };
      case 'ListingSold':
        return { ...state, status: 'sold', reservation: null, soldTo: data.transactionId };
      case 'ListingReturnedToMarket':
        return { ...state, status: 'active', soldTo: null };
      case 'ListingRemoved':
        return { ...state, status: state.status === 'sold' ? 'sold' : 'archived', removed: true };
    }
  },
  decide: (command, state) => {
    if (command.type === 'PublishListing') return state.status === 'none' ? publish(command) : record();
    if (state.status === 'none') return reject({ code: 'listingNotFound' });
    const { at, by } = command;
    switch (command.type) {
      case 'ReviseListing':
        return revise(command, state);
      case 'ArchiveListing':
        return archive(command, state);
      case 'ReserveListing':
        return reserve(command, state);
      case 'ReleaseReservation':
        if (state.reservation?.transactionId !== command.transactionId) return record();
        return record({ type: 'ReservationReleased', data: { at, transactionId: command.transactionId } });
      case 'MarkSold':
        if (state.soldTo === command.transactionId) return record();
        if (state.reservation?.transactionId !== command.transactionId) return reject({ code: 'listingNotAvailable' });
        return record({ type: 'ListingSold', data: { at, transactionId: command.transactionId } });
      case 'ReturnToMarket':
        if (state.soldTo !== command.transactionId || state.removed) return record();
        return record({ type: 'ListingReturnedToMarket', data: { at, transactionId: command.transactionId } });
      case 'RemoveListing':
        if (!may(access.listing.do.remove, by.role)) return reject({ code: 'notAllowed' });
        if (state.removed) return record();
        return record({
          type: 'ListingRemoved',
          data: {
            at,
            sellerId: state.sellerId,
            removedBy: by.id,
            reason: command.sellerErased ? null : command.reason,
          },
        });
    }
  },
};
