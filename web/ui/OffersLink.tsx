import { useQuery } from '@tanstack/react-query';
import { offersQuery, waitsForReader } from '../api/offers.ts';
import { ButtonLink } from './Button.tsx';

/** Link to the reader's offers, with the number waiting for them. */
export const OffersLink = () => {
  const waiting = useQuery(offersQuery).data?.proposals.filter(waitsForReader).length ?? 0;
  return (
    <ButtonLink to="/transactions/offers">
      Offers
      {waiting > 0 && (
        <span className="count new">
          {waiting}
          <span className="sr-only"> waiting for you</span>
        </span>
      )}
    </ButtonLink>
  );
};
