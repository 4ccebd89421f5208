import { isCaseKind } from '#domain/notifications/cases.ts';
import { CASE_ASSIGNEE_LABELS, CASE_ORDER_LABELS } from '../../../../staff/caseText.ts';
import type { CaseFilters } from '../../../../staff/staffQueries.ts';

/** What an address of the queue asks for; what it misspells is left out. A search also finds snoozed cases. */
export const filtersIn = (address: URLSearchParams): CaseFilters => {
  const of = (name: string) => address.get(name) ?? '';
  const [kind, search, sort, assignee] = [of('kind'), of('search'), of('sort'), of('assignee')];
  return {
    ...(isCaseKind(kind) && { kind }),
    ...(search && { search: search.slice(0, 100) }),
    ...(Object.hasOwn(CASE_ORDER_LABELS, sort) && { sort }),
    ...(Object.hasOwn(CASE_ASSIGNEE_LABELS, assignee) && { assignee }),
    ...(of('snoozed') === 'only' ? { snoozed: 'only' } : search && { snoozed: 'shown' }),
  };
};
