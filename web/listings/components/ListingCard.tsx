import type { ReactNode } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { formatPrice } from '../../ui/money.ts';
import { Photo } from '../../ui/Photo.tsx';
import { Price } from '../../ui/Price.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AllInPrice } from './price/AllInPrice.tsx';
import { WatchButton } from './watchList/WatchButton.tsx';

const TITLE_LENGTH = 20;

/** Longer titles get an ellipsis; the link's name and tooltip keep the whole title. */
const cardTitle = (title: string): string => {
  const letters = [...title];
  return letters.length > TITLE_LENGTH ? `${letters.slice(0, TITLE_LENGTH).join('').trimEnd()}…` : title;
};

/** Undefined for a visitor. */
type Viewer = { _id: string } | undefined;

type CardProps = {
  listing: Listing;
  viewer: Viewer;
  /** For the first cards of a page. */
  eager?: boolean;
  badge?: ReactNode;
  /** A line under the price, such as what the reader has to do. */
  note?: string;
};

const Held = ({ listing: { reserved, sellerAway } }: { listing: Listing }) => {
  if (reserved) return <Badge tone="held">Reserved</Badge>;
  return sellerAway ? <Badge tone="held">Not available</Badge> : null;
};

export const ListingCard = ({ listing, viewer, eager = false, badge, note }: CardProps) => {
  const { _id, title, price, reduced, condition, location, seller, images, status } = listing;
  const page = viewer ? `/listings/${_id}` : `/public/listings/${_id}`;
  const shown = cardTitle(title);
  return (
    <li className="card">
      <div className="card-photo">
        {badge ?? <Held listing={listing} />}
        {/* The title below is the same link for keyboard and screen-reader users. */}
        <Link to={page} className="card-photo-link" tabIndex={-1} aria-hidden="true">
          <Photo image={images[0]} alt={title} size="thumbnail" eager={eager} />
        </Link>
        <WatchButton listing={listing} viewer={viewer} />
      </div>
      <div className="card-body">
        <h3 className="card-title">
          <Link to={page} title={title} aria-label={title}>
            {shown}
          </Link>
        </h3>
        <p className="card-top">
          <Price euros={price} />
          <span className="card-facts">{condition}</span>
        </p>
        {note && <p className="card-all-in">{note}</p>}
        {reduced && !note && status === 'active' && (
          <p className="card-reduced">
            Reduced from <s>{formatPrice(reduced.from)}</s>
          </p>
        )}
        {viewer?._id !== seller._id && status === 'active' && <AllInPrice listing={listing} />}
        <p className="card-seller">
          <span>
            {seller.username} · {location}
          </span>
          <Rating reputation={seller.reputation} ratingCount={seller.ratingCount} />
        </p>
      </div>
      <div className="card-actions">
        <Actions listing={listing} viewer={viewer} page={page} />
      </div>
    </li>
  );
};

const Actions = ({ listing, viewer, page }: { listing: Listing; viewer: Viewer; page: string }) => {
  const { title, status } = listing;
  if (viewer && viewer._id === listing.seller._id) {
    return (
      <>
        <ButtonLink size="sm" to={page} aria-label={`View ${title}`}>
          View
        </ButtonLink>
        {status === 'active' && (
          <ButtonLink size="sm" look="quiet" to={`${page}/edit`} aria-label={`Edit ${title}`}>
            Edit
          </ButtonLink>
        )}
        {status !== 'active' && (
          <ButtonLink
            size="sm"
            look="quiet"
            to={`/listings/create?from=${listing._id}`}
            aria-label={`Sell ${title} again`}
          >
            Sell again
          </ButtonLink>
        )}
      </>
    );
  }
  if (viewer && status === 'sold')
    return (
      <ButtonLink size="sm" to={page} aria-label={`Details of ${title}`}>
        Details
      </ButtonLink>
    );
  return (
    <>
      {viewer ? (
        <Buy listing={listing} />
      ) : (
        <ButtonLink
          size="sm"
          to="/login"
          state={{ from: `/listings/${listing._id}` }}
          aria-label={`Login to buy ${title}`}
        >
          Login
        </ButtonLink>
      )}
      <ButtonLink size="sm" look="quiet" to={page} aria-label={`Details of ${title}`}>
        Details
      </ButtonLink>
    </>
  );
};

/** The listing's page owns the purchase dialog; the address opens it there. */
const Buy = ({ listing: { _id, title, status, reserved, sellerAway } }: { listing: Listing }) =>
  reserved || sellerAway || status !== 'active' ? (
    <Button
      size="sm"
      disabled
      aria-label={`${title} ${reserved ? 'is reserved for another buyer' : 'is not available at the moment'}`}
    >
      Buy
    </Button>
  ) : (
    <ButtonLink size="sm" look="primary" to={`/listings/${_id}?buy=1`} aria-label={`Buy ${title}`}>
      Buy
    </ButtonLink>
  );

export const CardSkeleton = () => (
  <li className="card" aria-hidden="true">
    <Skeleton ratio="4/3" />
    <div className="card-body">
      <Skeleton width="70%" height="1.35rem" />
      <Skeleton width="50%" height="1.45rem" />
      <Skeleton width="65%" height="1.2rem" />
      <Skeleton width="88%" height="2.9rem" />
    </div>
    <div className="card-actions">
      <Skeleton height="2.25rem" />
    </div>
  </li>
);
