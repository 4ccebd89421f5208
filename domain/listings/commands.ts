import type { RateRejection } from '../accounts/shippingRateLimits.ts';
import type { Actor } from '../shared/actor.ts';
import type { Attached, AttachedFile } from '../shared/attached.ts';
import type { AccountId, Id, ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { OwnRates, ZoneRates } from '../transactions/shipping.ts';
import type { PriceOfferEnd } from './events.ts';

/** `file`: null where it was published before photos were bound. `takenAt`: the camera's own time, where it is known. */
export type ListedPhoto = { image: ListingImage; file: AttachedFile | null; takenAt: string | null };

export type Offer = {
  title: string;
  franchise: string;
  mainFaction: string;
  subfaction: string;
  condition: string;
  paintQuality: string;
  price: Cents;
  description: string;
};

/** What both accounts say at this moment; `hasBlocked`: the other one. */
export type PriceOfferParties = {
  buyer: { active: boolean; hasBlocked: boolean };
  seller: { active: boolean; feeAccepted: boolean; hasBlocked: boolean };
};

/** What shipping costs, and from where, while an agreement stands. */
export type ShippingTerms = { rates: ZoneRates; sellerCountry: string };

type Issued<Type extends string, Details = unknown> = { type: Type; at: Instant; by: Actor } & Details;

export type ListingCommand =
  /** `seller`: what the seller's account says at this moment. */
  | Issued<
      'PublishListing',
      {
        id: ListingId;
        offer: Offer;
        /** What shipping it costs, where that is not what its seller takes for all. */
        rates?: OwnRates | null | undefined;
        images: ListingImage[];
        /** What binds the images. */
        attached?: Attached | undefined;
        disclaimerAccepted: boolean;
        seller: { id: AccountId; feeAccepted: boolean; active: boolean; country: string };
      }
    >
  /** `rates`: undefined as they are, null what the seller takes for all; no international one: as it is. */
  | Issued<'ReviseListing', { offer: Offer; rates?: OwnRates | null | undefined }>
  /** All photos from now on, in their order: those that stay by their key. */
  | Issued<'ChangePhotos', { photos: readonly ({ kept: string } | ListedPhoto)[] }>
  | Issued<
      'ArchiveListing',
      { reason: 'bySeller' | 'unavailable' | 'shipmentMissed' | 'accountErased' | 'accountTerminated' }
    >
  /** `price`: what the buyer was shown. `seller`: the account of the listing's seller. */
  | Issued<
      'ReserveListing',
      {
        transactionId: TransactionId;
        buyerId: AccountId;
        price: Cents;
        until: Instant;
        seller: { id: AccountId; feeAccepted: boolean; active: boolean };
      }
    >
  | Issued<'ReleaseReservation', { transactionId: TransactionId }>
  | Issued<'ProposePrice', { proposalId: Id; price: Cents } & PriceOfferParties>
  /** `price`: what was shown to whoever accepts it. */
  | Issued<'AcceptProposal', { proposalId: Id; price: Cents; shipping: ShippingTerms } & PriceOfferParties>
  | Issued<'CounterProposal', { proposalId: Id; price: Cents } & PriceOfferParties>
  | Issued<'RefuseProposal', { proposalId: Id }>
  | Issued<'WithdrawProposal', { proposalId: Id }>
  /** `buyerId`: theirs alone. `keepAgreed`: what was accepted stays. */
  | Issued<'EndProposals', { why: PriceOfferEnd; buyerId?: AccountId | undefined; keepAgreed?: boolean }>
  /** Those whose time is over. */
  | Issued<'LapseProposals'>
  | Issued<'MarkSold', { transactionId: TransactionId }>
  | Issued<'ReturnToMarket', { transactionId: TransactionId }>
  /**
   * `sellerErased`: nothing about them can be kept any more. `concerned`: whoever removes it is a party of an open report of it.
   * `ownSale`: they have a sale with its seller that is not over.
   */
  | Issued<'RemoveListing', { reason: string; sellerErased: boolean; concerned: boolean; ownSale?: boolean }>
  /** A complaint of that has succeeded. `sellerActive`: else it is kept for its seller alone. */
  | Issued<'RestoreListing', { sellerActive: boolean }>;

export type ListingRejection =
  | { code: 'listingNotFound' }
  | { code: 'notYourListing' }
  | { code: 'notAllowed' }
  | { code: 'ownReportDecided' }
  | { code: 'ownSale' }
  | { code: 'listingRemovedAlready' }
  | { code: 'sellerTermsRequired' }
  | { code: 'accountNotActive' }
  | { code: 'onlyActiveCanBeEdited' }
  | { code: 'listingReserved' }
  /** By the one who asks, in another window perhaps. */
  | { code: 'ownPurchase' }
  /** Kept for a buyer who has agreed on a price with its seller. */
  | { code: 'listingPromised' }
  | { code: 'listingNotAvailable' }
  /** Suspended, about to be deleted, or without the seller terms: the listing stands, and nobody buys it meanwhile. */
  | { code: 'sellerAway' }
  | { code: 'ownListing' }
  | { code: 'sellerMismatch' }
  | { code: 'priceChanged'; price: Cents }
  /** In cents: from the least on, below the other. */
  | { code: 'proposalOutOfRange'; least: Cents; below: Cents }
  | { code: 'proposedAlready' }
  | { code: 'tooManyProposals' }
  | { code: 'proposalsFull' }
  | { code: 'proposedOften' }
  /** To whoever has never proposed anything for it, and does not offer it. */
  | { code: 'proposalNotFound' }
  /** Or somebody else's: who has a part in others learns no more. */
  | { code: 'proposalOver' }
  /** For the other side's answer. */
  | { code: 'proposalWaits' }
  | { code: 'proposalChanged' }
  | { code: 'proposerBlocked' }
  | { code: 'sellerBlocked' }
  | { code: 'disclaimerRequired' }
  | { code: 'imagesRequired' }
  | { code: 'tooManyImages' }
  | { code: 'photoUnknown' }
  | { code: 'factionUnknown' }
  | RateRejection;
