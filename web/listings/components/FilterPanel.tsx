import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { FacetCounts } from '#application/contract/listingSearch.ts';
import { CHOICE_NAMES, CHOICES } from '#domain/catalogue/conditions.ts';
import { Button } from '../../ui/Button.tsx';
import { countryInSentence } from '../../ui/countries.ts';
import { Select } from '../../ui/Input.tsx';
import { MoneyInput } from '../../ui/MoneyInput.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { type Factions, factionsQuery, franchisesQuery } from '../api/catalogueQueries.ts';
import { changed, type Filters, NO_FILTERS, priceBound } from '../filters.ts';
import { Countries, Options } from './FilterOptions.tsx';
import { useDestination } from './price/useDestination.ts';

/** Factions of a single game need no heading. */
const FactionGroup = ({ label, children }: { label: string; children: ReactNode }) =>
  label ? <optgroup label={label}>{children}</optgroup> : children;

const SEVERAL = 'In several games';

/** Grouped by game; factions that several games share come last. */
const groupedFactions = (factions: Factions): { game: string; names: string[] }[] => {
  const games = new Map<string, string[]>();
  for (const name of Object.keys(factions).sort()) {
    const [game = '', another] = factions[name]?.franchises ?? [];
    const group = another === undefined ? game : SEVERAL;
    games.set(group, [...(games.get(group) ?? []), name]);
  }
  const groups = [...games].map(([game, names]) => ({ game, names }));
  return groups.sort((one, other) => Number(one.game === SEVERAL) - Number(other.game === SEVERAL));
};

export type PanelProps = {
  id: string;
  filters: Filters;
  /** Undefined until known: then no option shows a count. */
  counts: FacetCounts | undefined;
  onChange: (filters: Filters) => void;
};

const numberOf = (counts: Readonly<Record<string, number>> | undefined, option: string): string =>
  counts ? ` (${counts[option] ?? 0})` : '';

export const FilterPanel = ({ id, filters, counts, onChange }: PanelProps) => {
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
            {numberOf(counts?.franchise, franchise.id)}
          </option>
        ))}
      </Select>
      <Select label="Faction" value={filters.faction} onChange={(event) => change({ faction: event.target.value })}>
        <option value="">All factions</option>
        {factions.map(({ game, names }) => (
          <FactionGroup key={game} label={game}>
            {names.map((faction) => (
              <option key={faction} value={faction}>
                {faction}
                {numberOf(counts?.faction, faction)}
              </option>
            ))}
          </FactionGroup>
        ))}
      </Select>
      {CHOICE_NAMES.map((name) => (
        <Options
          key={name}
          legend={CHOICES[name].label}
          options={CHOICES[name].options}
          chosen={filters[name]}
          counts={counts?.[name]}
          onChange={(chosen) => change({ [name]: chosen })}
        />
      ))}
      <PriceBounds filters={filters} onChange={change} />
      <TotalBounds filters={filters} onChange={change} />
      <Countries chosen={filters.country} counts={counts?.country} onChange={(country) => change({ country })} />
    </aside>
  );
};

/** A failed fetch empties the list, as does switching franchises. */
const useFactions = (franchiseName: string) => {
  const { data, isError } = useQuery(factionsQuery(franchiseName));
  return { factions: isError ? [] : groupedFactions(data ?? {}), failed: isError };
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

/** Bounds on the reader's total price. */
const TotalBounds = (props: PartProps) => {
  const destination = useDestination();
  if (!destination) return null;
  const legend = `Total including delivery to ${countryInSentence(destination)}`;
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
