import { CASE_ASSIGNEE_LABELS, CASE_ORDER_LABELS, isFilteredKind } from '../../../../staff/caseText.ts';
import type { CaseFilters } from '../../../../staff/staffQueries.ts';

/** Reads the filters from an address and ignores misspelled ones. A search also finds snoozed cases. */
export const filtersIn = (address: URLSearchParams): CaseFilters => {
  const of = (name: string) => address.get(name) ?? '';
  const [kind, search, sort, assignee] = [of('kind'), of('search'), of('sort'), of('assignee')];
  return {
    ...(isFilteredKind(kind) && { kind }),
    ...(search && { search: search.slice(0, 100) }),
    ...(Object.hasOwn(CASE_ORDER_LABELS, sort) && { sort }),
    ...(Object.hasOwn(CASE_ASSIGNEE_LABELS, assignee) && { assignee }),
    ...(of('snoozed') === 'only' ? { snoozed: 'only' } : search && { snoozed: 'shown' }),
  };
};
