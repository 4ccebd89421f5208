import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Listing } from '#application/contract/listings.ts';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useUser } from '../../../api/session.tsx';
import { Restrictions } from '../../../moderation/components/report/Restrictions.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import type { ContactProps } from '../../../ui/contact.ts';
import { formatPrice } from '../../../ui/money.ts';
import type { OnceOpened } from '../../../ui/onceOpened.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { listingQuery } from '../../api/listingQueries.ts';
import { Offers } from '../priceOffers/Offers.tsx';
import { WatchButton } from '../watchList/WatchButton.tsx';
import { notForSale } from './availability.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { ListingView } from './ListingView.tsx';

/** `transactionId`: an open purchase to continue at its second step. */
type PurchaseProps = {
  listing: Listing;
  transactionId: string | null;
  onCreated: (transactionId: string) => void;
  onClose: () => void;
};

const OwnerButtons = ({ listing }: { listing: Listing }) => (
  <>
    <Button
      block
      aria-disabled
      className="is-disabled"
      title="You cannot purchase your own listing"
      aria-describedby="own-listing"
    >
      Your Listing
    </Button>
    <p className="hint" id="own-listing">
      You cannot purchase your own listing
    </p>
    {listing.ownSale && (
      <ButtonLink look="primary" block to={`/transactions/${listing.ownSale}`}>
        View your sale
      </ButtonLink>
    )}
    {listing.status === 'active' && (
      <ButtonLink block to={`/listings/${listing._id}/edit`} icon="edit">
        Edit
      </ButtonLink>
    )}
    {listing.status === 'active' && <Offers listing={listing} own open={false} />}
  </>
);

const atAgreedPrice = (listing: Listing): Listing =>
  listing.agreed ? { ...listing, price: listing.agreed.price } : listing;

type Press = { press: () => void; loads: boolean };
type BuyerButtonsProps = { listing: Listing; buy: Press; contact: Press };

const BuyerButtons = ({ listing, buy, contact }: BuyerButtonsProps) => {
  const reason = notForSale(listing);
  return (
    <>
      {listing.ownSale ? (
        <>
          <p className="strong">
            {listing.status === 'sold' ? 'You bought this miniature.' : 'You are buying this. It is reserved for you.'}
          </p>
          <ButtonLink look="primary" block to={`/transactions/${listing.ownSale}`}>
            View your purchase
          </ButtonLink>
        </>
      ) : (
        <Button
          look="primary"
          block
          disabled={reason !== null}
          busy={buy.loads && reason === null}
          busyText="Loading…"
          aria-describedby="not-for-sale"
          onClick={buy.press}
        >
          {listing.agreed ? `Buy at ${formatPrice(listing.agreed.price)}` : 'Buy Now'}
        </Button>
      )}
      {reason && !listing.ownSale && (
        <p className="hint" id="not-for-sale">
          {reason}
        </p>
      )}
      {listing.status === 'active' && (
        <Offers listing={listing} own={false} open={reason === null && !listing.agreed} />
      )}
      {listing.status === 'active' && (
        <Button block busy={contact.loads} busyText="Loading…" onClick={contact.press}>
          Contact Seller
        </Button>
      )}
      <WatchButton listing={listing} viewer={useUser()} block />
    </>
  );
};

/** Parts of other features: the purchase and contact dialogs, and the staff's removal. */
export type ListingDialogs = {
  Purchase: OnceOpened<PurchaseProps>;
  Contact: OnceOpened<ContactProps>;
  Remove: ComponentType<{ listing: Listing; block?: boolean }>;
};

/**
 * `?buy=1` opens the purchase, so a card's Buy is a link; `&transaction={id}` resumes one. `?contact=1` opens a
 * message to the seller.
 */
export const ListingDetail = ({ Purchase, Contact, Remove }: ListingDialogs) => {
  const { id = '' } = useParams();
  const viewer = useUser();
  const listing = useQuery(listingQuery(id));
  const [search, setSearch] = useSearchParams();
  const transactionId = search.get('transaction');
  const own = listing.data?.seller._id === viewer._id;
  const isBuyers = !own && listing.data?.status !== 'sold';
  const purchaseLoads = Purchase.useAhead(isBuyers);
  const contactLoads = Contact.useAhead(isBuyers);
  const buying = search.get('buy') === '1' && listing.data && !own && (transactionId || !notForSale(listing.data));
  return (
    <>
      <BackLink to="/listings">Sacred Repository</BackLink>
      {listing.isPending ? (
        <DetailSkeleton />
      ) : hasNothing(listing) ? (
        <>
          <h1 className="sr-only">Listing</h1>
          <Restrictions listing={id} />
          <ErrorState
            error={listing.error}
            kind="failed"
            title="Failed to fetch listing"
            actions={
              <ButtonLink size="sm" to="/listings">
                Return to Listings
              </ButtonLink>
            }
            onRetry={() => listing.refetch()}
          >
            {messageOf(listing.error, 'Please try again in a moment.')}
          </ErrorState>
        </>
      ) : (
        <ListingView
          listing={atAgreedPrice(listing.data)}
          own={own}
          buttons={
            <>
              {own ? (
                <OwnerButtons listing={listing.data} />
              ) : (
                <BuyerButtons
                  listing={listing.data}
                  buy={{
                    press: () => setSearch({ buy: '1' }, { preventScrollReset: true }),
                    loads: purchaseLoads,
                  }}
                  contact={{
                    press: () => setSearch({ contact: '1' }, { preventScrollReset: true }),
                    loads: contactLoads,
                  }}
                />
              )}
              {!own && may(access.listing.do.remove, viewer.roles) && <Remove listing={listing.data} block />}
            </>
          }
        />
      )}
      {search.get('contact') === '1' && listing.data && !own && (
        <Contact
          part="buyer"
          other={listing.data.seller}
          listing={listing.data}
          onClose={() => setSearch({}, { replace: true, preventScrollReset: true })}
        />
      )}
      {buying && (
        <Purchase
          listing={atAgreedPrice(listing.data)}
          transactionId={transactionId}
          onCreated={(created) =>
            setSearch({ buy: '1', transaction: created }, { replace: true, preventScrollReset: true })
          }
          onClose={() => setSearch({}, { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
};
