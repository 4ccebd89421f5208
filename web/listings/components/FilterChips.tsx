import { CHOICE_NAMES } from '#domain/catalogue/conditions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { formatPrice } from '../../ui/money.ts';
import { changed, type Filters } from '../filters.ts';

type Chip = { label: string; without: Partial<Filters> };

/** One chip per active filter, with what remains without it. */
export const chipsOf = (filters: Filters, franchiseName: string): Chip[] => {
  const { franchise, faction, country, minPrice, maxPrice, minTotal, maxTotal } = filters;
  const chips: (Chip | false)[] = [
    franchise !== '' && { label: franchiseName || franchise, without: { franchise: '' } },
    faction !== '' && { label: faction, without: { faction: '' } },
    ...CHOICE_NAMES.flatMap((name) =>
      filters[name].map((value) => ({
        label: value,
        without: { [name]: filters[name].filter((other) => other !== value) },
      })),
    ),
    minPrice !== '' && { label: `From ${formatPrice(Number(minPrice))}`, without: { minPrice: '' } },
    maxPrice !== '' && { label: `Up to ${formatPrice(Number(maxPrice))}`, without: { maxPrice: '' } },
    minTotal !== '' && { label: `From ${formatPrice(Number(minTotal))} in total`, without: { minTotal: '' } },
    maxTotal !== '' && { label: `Up to ${formatPrice(Number(maxTotal))} in total`, without: { maxTotal: '' } },
    country.length > 0 && {
      label: country.length === 1 ? String(country[0]) : `${country.length} countries`,
      without: { country: [] },
    },
  ];
  return chips.filter((chip) => chip !== false);
};

type ChipsProps = { filters: Filters; franchiseName: string; onChange: (filters: Filters) => void };

export const FilterChips = ({ filters, franchiseName, onChange }: ChipsProps) => {
  const chips = chipsOf(filters, franchiseName);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <button
            type="button"
            className="chip"
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange(changed(filters, without))}
          >
            {label}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
};
