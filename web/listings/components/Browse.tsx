import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { counted } from '#domain/shared/lengths.ts';
import { useUser } from '../../api/session.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Form } from '../../ui/Form.tsx';
import { SearchInput } from '../../ui/Input.tsx';
import { onceOpened } from '../../ui/onceOpened.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { isWide, useWide } from '../../ui/useWide.ts';
import { franchisesQuery } from '../api/catalogueQueries.ts';
import { type Offerings, useOfferings } from '../api/useOfferings.ts';
import { type Filters, NO_FILTERS, SORT_OPTIONS, sortedBy, sortOf } from '../filters.ts';
import { useFilters } from '../useFilters.ts';
import { chipsOf, FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { NearestOfferings } from './NearestOfferings.tsx';
import { OfferingGrid } from './OfferingGrid.tsx';
import { useDestination } from './price/useDestination.ts';
import { SaveSearch } from './savedSearches/SaveSearch.tsx';

const KEY = 'filterPanelOpen';

/** Stays in this browser after signing out. Without a choice, the panel is open on wide screens. */
const panelPreference = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? isWide() : chosen === 'true';
};

/** On wide screens a panel beside the list, which is remembered; on small screens a sheet, which is not. */
const useFilterPlace = () => {
  const wide = useWide();
  const [open, setOpen] = useState(panelPreference);
  const [above, setAbove] = useState(false);
  const fold = () => {
    localStorage.setItem(KEY, String(!open));
    setOpen(!open);
  };
  return { beside: wide && open, above: !wide && above, toggle: wide ? fold : () => setAbove(!above) };
};

const FilterSheet = onceOpened(async () => (await import('./FilterSheet.tsx')).FilterSheet);

/** Filters, sort and page count live in the address, so Back, reload and shared links show the same list. */
export const Browse = () => {
  const { filters, pages, show } = useFilters();
  const panel = useFilterPlace();
  const franchises = useQuery(franchisesQuery).data ?? [];
  const franchiseName = franchises.find(({ id }) => id === filters.franchise)?.name ?? '';
  const active = chipsOf(filters, franchiseName).length;
  const reader = { destination: useDestination(), facets: true };
  const offerings = useOfferings(filters, pages, reader);
  const asked = { id: 'filters', filters, counts: offerings.counts, onChange: (next: Filters) => show(next) };
  return (
    <>
      <PageHeading
        title="Sacred Repository"
        actions={
          <ButtonLink to="/listings/create" icon="plus">
            Create Listing
          </ButtonLink>
        }
      />
      <div className={classes('browse', !panel.beside && 'is-folded')}>
        {panel.beside && <FilterPanel {...asked} />}
        <FilterSheet {...asked} open={panel.above} onOpenChange={panel.toggle} total={offerings.known} />
        <div>
          <Toolbar filters={filters} onChange={(next) => show(next)}>
            <Button
              icon="filters"
              className="filter-toggle"
              aria-expanded={panel.beside || panel.above}
              aria-controls="filters"
              onClick={panel.toggle}
            >
              {panel.beside ? 'Hide filters' : 'Filters'}
              {active > 0 && (
                <span className="count">
                  {active}
                  <span className="sr-only"> active</span>
                </span>
              )}
            </Button>
          </Toolbar>
          <FilterChips filters={filters} franchiseName={franchiseName} onChange={(next) => show(next)} />
          {(active > 0 || filters.search) && <SaveSearch filters={filters} />}
          <h2 className="sr-only">Offerings</h2>
          <Results
            filters={filters}
            pages={pages}
            offerings={offerings}
            franchiseName={franchiseName}
            onShow={(next) => show(next)}
            onPages={(open) => show(filters, open)}
          />
        </div>
      </div>
    </>
  );
};

type ToolbarProps = { filters: Filters; onChange: (filters: Filters) => void; children: ReactNode };

const Toolbar = ({ filters, onChange, children }: ToolbarProps) => {
  const { text, setText, flush } = useDebounced(filters.search, (search) => onChange({ ...filters, search }));
  const destination = useDestination();
  const sorts = SORT_OPTIONS.filter(
    ({ value }) => (destination || !value.startsWith('total')) && (filters.search || value !== 'relevance'),
  );
  const submit = async () => {
    flush();
  };
  return (
    <search className="sticky-search">
      <Form className="toolbar" onSubmit={submit}>
        <SearchInput
          label="Search offerings"
          name="search"
          placeholder="Search offerings"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <select
          className="select"
          aria-label="Sort by"
          value={sortOf(filters)}
          onChange={(event) => onChange(sortedBy(filters, event.target.value))}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {children}
      </Form>
    </search>
  );
};

type ResultsProps = {
  filters: Filters;
  pages: number;
  offerings: Offerings;
  franchiseName: string;
  onShow: (filters: Filters) => void;
  onPages: (pages: number) => void;
};

const Results = ({ filters, pages, offerings, franchiseName, onShow, onPages }: ResultsProps) => {
  const viewer = useUser();
  const { listings, lastPage, partial, loading, total, nearest } = offerings;
  if (listings?.length === 0 && !loading) {
    return (
      <>
        <EmptyState
          title="No offerings found matching your criteria."
          actions={
            <Button size="sm" onClick={() => onShow(NO_FILTERS)}>
              Clear all filters
            </Button>
          }
        >
          {nearest.length === 0 && 'Try fewer words or a wider price range.'}
        </EmptyState>
        {nearest.length > 0 && (
          <NearestOfferings
            nearest={nearest}
            filters={filters}
            franchiseName={franchiseName}
            viewer={viewer}
            onShow={onShow}
          />
        )}
      </>
    );
  }
  return (
    <OfferingGrid
      offerings={offerings}
      found={`${partial ? 'At least ' : ''}${counted(total, 'offering')}`}
      viewer={viewer}
      eager={6}
      footer={`Showing ${counted(listings?.length ?? 0, 'offering')} (Page ${Math.min(pages, lastPage)} of ${partial ? 'at least ' : ''}${lastPage})`}
      onMore={() => onPages(pages + 1)}
    />
  );
};
