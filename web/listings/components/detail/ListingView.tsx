import { Fragment, type ReactNode } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { CHOICE_NAMES, CHOICES } from '#domain/catalogue/conditions.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { monthAndYear, postedAgo, shortDate } from '../../../ui/dates.ts';
import { Gallery } from '../../../ui/Gallery.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Link } from '../../../ui/Link.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { Price } from '../../../ui/Price.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Rating } from '../../../ui/Rating.tsx';
import { titleClass } from '../../../ui/titleClass.ts';
import { toast } from '../../../ui/toast.ts';
import { useTitle } from '../../../ui/useTitle.ts';
import { sellerPath } from '../../api/listingQueries.ts';
import { AllInDetails } from '../price/AllInPrice.tsx';
import { SoldPrices } from '../price/SoldPrices.tsx';

const UNOFFICIAL_FRANCHISE = 'Unofficial 3D Printed Miniatures';

/** Shown for this franchise only. */
const UnofficialNotice = ({ franchise }: { franchise: string }) =>
  franchise === UNOFFICIAL_FRANCHISE ? (
    <div className="notice">
      <Icon name="info" />
      <p>
        <b>Unofficial product.</b> This is a 3D printed or kitbashed item. It is not made, licensed or endorsed by any
        publisher of a game.
      </p>
    </div>
  ) : null;

/** Uses the device's share sheet, or copies the link. Shares the public page. */
const Share = ({ listing: { _id, title } }: { listing: Listing }) => {
  const url = `${location.origin}/public/listings/${_id}`;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied');
  };
  const share = async () => {
    try {
      await (navigator.share ? navigator.share({ title, url }) : copy());
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      // cancelling is not a failure
      if (error.name !== 'AbortError') toast.error('Your browser blocked sharing. Here is the link:', url);
    }
  };
  return (
    <Button block look="quiet" onClick={share} aria-label={`Share ${title}`}>
      Share
    </Button>
  );
};

/** Below the fold. */
const Around = partOnDemand(async () => (await import('../around/Around.tsx')).Around, null);
/** At the foot of the page, so it needs no placeholder. */
const ReportListing = partOnDemand(
  async () => (await import('../../../moderation/components/report/ReportListing.tsx')).ReportListing,
  null,
);

const Facts = ({ listing }: { listing: Listing }) => (
  <dl className="facts">
    <dt>Franchise</dt>
    <dd>{listing.franchiseName}</dd>
    <dt>Faction</dt>
    <dd>{[listing.mainFaction, listing.subfaction].filter(Boolean).join(', ')}</dd>
    {CHOICE_NAMES.map((name) => (
      <Fragment key={name}>
        <dt>{CHOICES[name].label}</dt>
        <dd>{listing[name]}</dd>
      </Fragment>
    ))}
    <dt>Location</dt>
    <dd>{listing.location}</dd>
    <dt>Posted</dt>
    <dd>
      <time dateTime={listing.posted}>{postedAgo(listing.posted)}</time>
    </dd>
  </dl>
);

const Seller = ({ seller, visitor }: { seller: Listing['seller']; visitor: boolean }) => (
  <section className="panel seller" aria-label="Seller">
    <Avatar name={seller.username} large />
    <div>
      <p className="strong">
        <Link to={sellerPath(seller._id, visitor)}>{seller.username}</Link>
      </p>
      <p>
        <Rating reputation={seller.reputation} ratingCount={seller.ratingCount} />
      </p>
      <p className="small muted">
        {seller.joinDate ? `Member since ${monthAndYear(seller.joinDate)}` : 'Join date not available'}
      </p>
    </div>
  </section>
);

/** The latest price change and the number of watchers. */
const Standing = ({ listing: { reduced, watchers } }: { listing: Listing }) => (
  <>
    {reduced && (
      <p className="listing-reduced">
        <b>Price reduced</b> from <s>{formatPrice(reduced.from)}</s> on {shortDate(reduced.at)}
      </p>
    )}
    {watchers !== undefined && <p className="small muted">Watched by {watchers}</p>}
  </>
);

const HeldInEscrow = () => (
  <div className="notice">
    <Icon name="shield" />
    <p>
      <b>Held in escrow.</b> The seller is paid when you confirm arrival, or {TERMS.escrow} after shipment. You can
      pause the clock in its last {TERMS.pauseWindowInDays}.
    </p>
  </div>
);

type ListingViewProps = { listing: Listing; own?: boolean; visitor?: boolean; buttons: ReactNode };

/** The part that visitors and members share; `buttons` are the reader's actions. */
export const ListingView = ({ listing, own = false, visitor = false, buttons }: ListingViewProps) => {
  useTitle(listing.title);
  return (
    <>
      <div className="detail">
        <div>
          <Gallery images={listing.images} title={listing.title} />
        </div>
        <div className="detail-info">
          <div>
            <h1 className={titleClass(listing.title)}>{listing.title}</h1>
            <p className="listing-price">
              <Price euros={listing.price} large /> {listing.badge && <Badge tone="off">{listing.badge}</Badge>}
            </p>
            {listing.status === 'active' && <Standing listing={listing} />}
            {listing.status === 'active' &&
              (own ? (
                <p className="small muted">You receive the full price. The buyer pays the fee and shipping on top.</p>
              ) : (
                <AllInDetails listing={listing} chooses={visitor} />
              ))}
          </div>
          <div className="buybox">
            {buttons}
            {listing.status === 'active' && <Share listing={listing} />}
          </div>
          {!own && listing.status === 'active' && <HeldInEscrow />}
          <UnofficialNotice franchise={listing.franchiseName} />
          <Facts listing={listing} />
          <SoldPrices
            franchise={listing.franchise}
            franchiseName={listing.franchiseName}
            faction={listing.mainFaction}
            paintQuality={listing.paintQuality}
          />
          <Seller seller={listing.seller} visitor={visitor} />
        </div>
        <section className="section prose" aria-labelledby="description">
          <h2 id="description">Description</h2>
          <p className="description">{listing.description}</p>
        </section>
      </div>
      {!own && <ReportListing listing={listing} visitor={visitor} />}
      {!own && <Around key={listing._id} listing={listing} />}
    </>
  );
};
