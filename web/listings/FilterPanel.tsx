import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { Button } from '../ui/Button.tsx';
import { countryInSentence } from '../ui/countries.ts';
import { Checkbox, Select } from '../ui/Input.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { countriesQuery, factionsQuery, franchisesQuery } from './catalogueQueries.ts';
import { isAllEurope, toggledEurope } from './europe.ts';
import { changed, type Filters, NO_FILTERS, priceBound } from './filters.ts';
import { useDestination } from './price/useDestination.ts';
import { useDebounced } from './useDebounced.ts';

type PanelProps = { id: string; filters: Filters; onChange: (filters: Filters) => void };

export const FilterPanel = ({ id, filters, onChange }: PanelProps) => {
  const change = (part: Partial<Filters>) => onChange(changed(filters, part));
  const franchises = useQuery(franchisesQuery).data ?? [];
  const { factions, failed } = useFactions(franchises.find((known) => known.id === filters.franchise)?.name ?? '');
  const lostFaction = failed && filters.faction !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the factions are lost
  useEffect(() => {
    if (lostFaction) change({ faction: '' });
  }, [lostFaction]);
  return (
    <aside className="filters" id={id} aria-label="Filters">
      <div className="panel-head">
        <h2>Filters</h2>
        <Button
          look="quiet"
          size="sm"
          onClick={() => onChange({ ...NO_FILTERS, search: filters.search, sort: filters.sort })}
        >
          Clear all
        </Button>
      </div>
      <Select
        label="Franchise"
        value={filters.franchise}
        onChange={(event) => change({ franchise: event.target.value })}
      >
        <option value="">All franchises</option>
        {franchises.map((franchise) => (
          <option key={franchise.id} value={franchise.id}>
            {franchise.name}
          </option>
        ))}
      </Select>
      <Select label="Faction" value={filters.faction} onChange={(event) => change({ faction: event.target.value })}>
        <option value="">All factions</option>
        {factions.map((faction) => (
          <option key={faction}>{faction}</option>
        ))}
      </Select>
      <Select
        label="Condition"
        value={filters.condition}
        onChange={(event) => change({ condition: event.target.value })}
      >
        <option value="">Any condition</option>
        {CONDITIONS.map((condition) => (
          <option key={condition}>{condition}</option>
        ))}
      </Select>
      <PriceBounds filters={filters} onChange={change} />
      <TotalBounds filters={filters} onChange={change} />
      <Countries chosen={filters.countries} onChange={(countries) => change({ countries })} />
    </aside>
  );
};

/** A failed fetch empties the list; so does the wait for another franchise's. */
const useFactions = (franchiseName: string) => {
  const { data, isError } = useQuery(factionsQuery(franchiseName));
  return { factions: isError ? [] : Object.keys(data ?? {}).sort(), failed: isError };
};

type PartProps = { filters: Filters; onChange: (part: Partial<Filters>) => void };

type Bounds = { min: 'minPrice' | 'minTotal'; max: 'maxPrice' | 'maxTotal'; of: string; legend: string };

const PriceRange = ({ filters, onChange, min, max, of, legend }: PartProps & Bounds) => (
  <fieldset>
    <legend>{legend}</legend>
    <div className="pair">
      <PriceBound
        label={`Minimum ${of}`}
        placeholder="Min"
        value={filters[min]}
        onChange={(bound) => onChange({ [min]: bound })}
      />
      <PriceBound
        label={`Maximum ${of}`}
        placeholder="Max"
        value={filters[max]}
        onChange={(bound) => onChange({ [max]: bound })}
      />
    </div>
  </fieldset>
);

/** What the reader would pay in all. */
const TotalBounds = (props: PartProps) => {
  const destination = useDestination();
  if (!destination) return null;
  const legend = `Total to ${countryInSentence(destination)}, all in`;
  return <PriceRange {...props} min="minTotal" max="maxTotal" of="total" legend={legend} />;
};

const PriceBounds = (props: PartProps) => (
  <PriceRange {...props} min="minPrice" max="maxPrice" of="price" legend="Price in euros" />
);

type BoundProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

const PriceBound = ({ label, placeholder, value, onChange }: BoundProps) => {
  const { text, setText, flush } = useDebounced(value, onChange, priceBound);
  return (
    <MoneyInput
      label={<span className="sr-only">{label}</span>}
      placeholder={placeholder}
      typed={text}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
    />
  );
};

type CountriesProps = { chosen: string[]; onChange: (countries: string[]) => void };

const Countries = ({ chosen, onChange }: CountriesProps) => {
  const { data: offered, isError, refetch } = useQuery(countriesQuery);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = [...(offered ?? [])].sort().filter((country) => country.toLowerCase().includes(wanted));
  const toggle = (country: string) =>
    onChange(chosen.includes(country) ? chosen.filter((other) => other !== country) : [...chosen, country]);
  return (
    <fieldset>
      <legend>Country</legend>
      <input
        className="input"
        type="search"
        aria-label="Find a country"
        placeholder="Find a country"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul className="country-list" aria-label="Countries">
        {shown.map((country) => (
          <li key={country}>
            <Checkbox label={country} checked={chosen.includes(country)} onChange={() => toggle(country)} />
          </li>
        ))}
        {offered ? (
          shown.length === 0 && <li className="hint">No such country.</li>
        ) : (
          <li>
            {isError ? (
              <Button size="sm" look="quiet" onClick={() => refetch()}>
                Load the countries again
              </Button>
            ) : (
              <Skeleton height="13rem" />
            )}
          </li>
        )}
      </ul>
      <Button size="sm" block aria-pressed={isAllEurope(chosen)} onClick={() => onChange(toggledEurope(chosen))}>
        Select All Europe
      </Button>
    </fieldset>
  );
};
