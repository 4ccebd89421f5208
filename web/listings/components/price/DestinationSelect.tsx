import { offeredCountries } from '#domain/transactions/shipping.ts';
import { chooseDestination, useDestination } from './useDestination.ts';

/** Visitors choose their country here; this browser keeps it. */
export const DestinationSelect = () => {
  const destination = useDestination();
  return (
    <label className="destination small">
      <span>Show prices delivered to</span>
      <select className="select" value={destination ?? ''} onChange={(event) => chooseDestination(event.target.value)}>
        <option value="">Choose a country</option>
        {offeredCountries().map((country) => (
          <option key={country}>{country}</option>
        ))}
      </select>
    </label>
  );
};
