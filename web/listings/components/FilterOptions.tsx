import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Input.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { countriesQuery } from '../api/catalogueQueries.ts';
import { isAllEurope, toggledEurope } from '../europe.ts';

const toggled = (chosen: readonly string[], option: string): string[] =>
  chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];

type OptionsProps = {
  legend: string;
  options: readonly string[];
  chosen: readonly string[];
  counts: Readonly<Record<string, number>> | undefined;
  onChange: (chosen: string[]) => void;
};

/** Options combine with OR. */
export const Options = ({ legend, options, chosen, counts, onChange }: OptionsProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {options.map((option) => (
      <Checkbox
        key={option}
        label={option}
        count={counts && (counts[option] ?? 0)}
        checked={chosen.includes(option)}
        onChange={() => onChange(toggled(chosen, option))}
      />
    ))}
  </fieldset>
);

type CountriesProps = {
  chosen: string[];
  counts: Readonly<Record<string, number>> | undefined;
  onChange: (countries: string[]) => void;
};

export const Countries = ({ chosen, counts, onChange }: CountriesProps) => {
  const { data: offered, isError, refetch } = useQuery(countriesQuery);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = [...(offered ?? [])].sort().filter((country) => country.toLowerCase().includes(wanted));
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
            <Checkbox
              label={country}
              count={counts && (counts[country] ?? 0)}
              checked={chosen.includes(country)}
              onChange={() => onChange(toggled(chosen, country))}
            />
          </li>
        ))}
        {offered ? (
          shown.length === 0 && <li className="hint">No matching country.</li>
        ) : (
          <li>
            {isError ? (
              <Button size="sm" look="quiet" onClick={() => refetch()}>
                Reload countries
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
