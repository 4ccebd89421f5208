import type { RateRejection } from '../accounts/shippingRateLimits.ts';
import type { Actor } from '../shared/actor.ts';
import type { Attached, AttachedFile } from '../shared/attached.ts';
import type { AccountId, Id, ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { OwnRates, ZoneRates } from '../transactions/shipping.ts';
import type { ListingEvent, PriceOfferEnd } from './events.ts';

/** `file`: null if it was published before photos were hashed. `takenAt`: the camera's time, if known. */
export type ListedPhoto = { image: ListingImage; file: AttachedFile | null; takenAt: string | null };

type Revised = Extract<ListingEvent, { type: 'ListingRevised' }>['data'];
/** The listing details. Unlike in the event, title and description are readable. */
export type Offer = Omit<Revised, 'at' | 'sellerId' | 'title' | 'description'> & { title: string; description: string };

/** Read from both accounts when the command is sent. `hasBlocked`: this party has blocked the other. */
export type PriceOfferParties = {
  buyer: { active: boolean; hasBlocked: boolean };
  seller: { active: boolean; feeAccepted: boolean; hasBlocked: boolean };
};

/** Shipping rates and origin that an agreement fixes. */
export type ShippingTerms = { rates: ZoneRates; sellerCountry: string };

type Issued<Type extends string, Details = unknown> = { type: Type; at: Instant; by: Actor } & Details;

export type ListingCommand =
  /** `seller`: read from the seller's account when the command is sent. */
  | Issued<
      'PublishListing',
      {
        id: ListingId;
        offer: Offer;
        /** This listing's own rates, if it has any. */
        rates?: OwnRates | null | undefined;
        images: ListingImage[];
        /** Hashes of the images. */
        attached?: Attached | undefined;
        disclaimerAccepted: boolean;
        seller: { id: AccountId; feeAccepted: boolean; active: boolean; country: string };
      }
    >
  /**
   * `rates`: undefined keeps them, null returns to the seller's usual rates. Without an international rate, that one
   * stays.
   */
  | Issued<'ReviseListing', { offer: Offer; rates?: OwnRates | null | undefined }>
  /** The full new list, in order. `kept`: key of a photo that stays. */
  | Issued<'ChangePhotos', { photos: readonly ({ kept: string } | ListedPhoto)[] }>
  | Issued<
      'ArchiveListing',
      { reason: 'bySeller' | 'unavailable' | 'shipmentMissed' | 'accountErased' | 'accountTerminated' }
    >
  /** `price`: what the buyer saw. `seller`: the listing's seller, as the account is now. */
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
  /** `price`: what the accepting side saw. */
  | Issued<'AcceptProposal', { proposalId: Id; price: Cents; shipping: ShippingTerms } & PriceOfferParties>
  | Issued<'CounterProposal', { proposalId: Id; price: Cents } & PriceOfferParties>
  | Issued<'RefuseProposal', { proposalId: Id }>
  | Issued<'WithdrawProposal', { proposalId: Id }>
  /** `buyerId`: only this buyer's offers. `keepAgreed`: accepted offers stay. */
  | Issued<'EndProposals', { why: PriceOfferEnd; buyerId?: AccountId | undefined; keepAgreed?: boolean }>
  /** Ends offers past their deadline. */
  | Issued<'LapseProposals'>
  | Issued<'MarkSold', { transactionId: TransactionId }>
  | Issued<'ReturnToMarket', { transactionId: TransactionId }>
  /**
   * `sellerErased`: their key is gone, so no reason can be stored. `concerned`: the remover is a party of an open
   * report of it. `ownSale`: the remover has an open transaction with its seller.
   */
  | Issued<'RemoveListing', { reason: string; sellerErased: boolean; concerned: boolean; ownSale?: boolean }>
  /** Follows a complaint that succeeded. `sellerActive`: if not, the listing comes back archived. */
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
  /** Reserved by the same buyer, perhaps in another window. */
  | { code: 'ownPurchase' }
  /** Reserved for a buyer who agreed on a price. */
  | { code: 'listingPromised' }
  | { code: 'listingNotAvailable' }
  /**
   * The seller is suspended, leaving or has not accepted the seller terms. The listing stays, but nobody can buy it.
   */
  | { code: 'sellerAway' }
  | { code: 'ownListing' }
  | { code: 'sellerMismatch' }
  | { code: 'priceChanged'; price: Cents }
  /** In cents: `least` is allowed, `below` is not. */
  | { code: 'proposalOutOfRange'; least: Cents; below: Cents }
  | { code: 'proposedAlready' }
  | { code: 'tooManyProposals' }
  | { code: 'proposalsFull' }
  | { code: 'proposedOften' }
  /** The caller is neither the seller nor a buyer who made an offer here. */
  | { code: 'proposalNotFound' }
  /** Also for other buyers' offers, so that they reveal nothing. */
  | { code: 'proposalOver' }
  /** It is the other side's turn. */
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
