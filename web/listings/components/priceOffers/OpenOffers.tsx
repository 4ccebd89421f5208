import { useQuery } from '@tanstack/react-query';
import { waitsForAnswer } from '#domain/listings/limits.ts';
import { offersQuery } from '../../../api/offers.ts';
import { formatPrice } from '../../../ui/money.ts';
import { Notice } from '../../../ui/States.tsx';

/** Warns which open offers a change or archiving ends. `act`: “Saving a change”. */
export const OpenOffers = ({ listing, act }: { listing: string; act: string }) => {
  const offers = useQuery(offersQuery).data?.proposals ?? [];
  const ending = offers.filter(
    ({ listing: { _id }, side, stage }) => _id === listing && side === 'seller' && waitsForAnswer(stage),
  );
  const [first] = ending;
  if (!first) return null;
  const highest = formatPrice(Math.max(...ending.map(({ price }) => price)));
  return (
    <Notice>
      {ending.length === 1 ? (
        <>
          <b>
            {act} ends the open offer of {highest} from {first.other.username}.
          </b>{' '}
          We will tell them.
        </>
      ) : (
        <>
          <b>
            {act} ends {ending.length} open offers, the highest of {highest}.
          </b>{' '}
          We will tell the buyers.
        </>
      )}
    </Notice>
  );
};
