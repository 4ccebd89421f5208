import type { Listing } from '#application/contract/listings.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { countryInSentence } from '../../../ui/countries.ts';
import { formatCents } from '../../../ui/money.ts';
import { allInOf } from './allInOf.ts';
import { DestinationSelect } from './DestinationSelect.tsx';
import { useDestination } from './useDestination.ts';

/** The reader's total on a card. */
export const AllInPrice = ({ listing }: { listing: Listing }) => {
  const destination = useDestination();
  const sums = allInOf(listing, destination);
  return sums && destination ? (
    <p className="card-all-in">
      <b>{formatCents(sums.total)}</b> including delivery to {countryInSentence(destination)}
    </p>
  ) : null;
};

/** The total with its parts on a listing page. `chooses`: visitors pick their country. */
export const AllInDetails = ({ listing, chooses }: { listing: Listing; chooses: boolean }) => {
  const destination = useDestination();
  const sums = allInOf(listing, destination);
  return (
    <>
      {sums && destination ? (
        <p className="all-in">
          <b className="strong">
            {formatCents(sums.total)} including delivery to {countryInSentence(destination)}
          </b>{' '}
          <span className="small muted">
            includes {formatCents(sums.fee)} platform fee and {formatCents(sums.shipping)} shipping
          </span>
        </p>
      ) : (
        <p className="small muted">plus platform fee ({TERMS.fee}) and shipping, shown before you pay</p>
      )}
      {chooses && <DestinationSelect />}
    </>
  );
};
