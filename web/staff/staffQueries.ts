import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CaseDesk, CaseReaders } from '#application/contract/caseDesk.ts';
import type { CasePage, CaseQuery } from '#application/contract/caseQueue.ts';
import type { CaseConsequences, CaseFile } from '#application/contract/cases.ts';
import type { StreamEffects } from '#application/contract/effects.ts';
import type { AccountFile, AccountSearch, accountPage, roleHolders } from '#application/contract/staffAccounts.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from '../api/client.ts';
import { askedAgain } from '../api/queryClient.ts';
import { sendLast } from '../api/sendLast.ts';

export const CASES_PER_PAGE = 50;
export const ACCOUNTS_PER_PAGE = 20;

/** Key of all staff queries; they refetch after an action. */
export const STAFF = ['staff'] as const;

/** The filters of the queue as its address holds them. */
export type CaseFilters = Partial<Record<Exclude<keyof CaseQuery, 'page' | 'limit'>, string>>;

export const casesQuery = (filters: CaseFilters, page: number) =>
  queryOptions({
    queryKey: [...STAFF, 'cases', filters, page],
    queryFn: ({ signal }) =>
      api.get<CasePage>(
        `staff/cases?${new URLSearchParams({ ...filters, page: String(page), limit: String(CASES_PER_PAGE) })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(MINUTE),
  });

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...STAFF, 'case', id],
    queryFn: ({ signal }) => api.get<CaseFile>(`staff/cases/${id}`, { signal }),
    refetchInterval: askedAgain(MINUTE),
  });

/** `toBuyer`: euros as typed. Each revision of the case has its own answer. */
export const consequencesQuery = (id: string, revision: number, toBuyer: string) =>
  queryOptions({
    queryKey: [...STAFF, 'consequences', id, revision, toBuyer],
    queryFn: ({ signal }) =>
      api.get<CaseConsequences>(`staff/cases/${id}/consequences?toBuyer=${encodeURIComponent(toBuyer)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const caseDeskQuery = (id: string) =>
  queryOptions({
    queryKey: [...STAFF, 'case', id, 'desk'],
    queryFn: ({ signal }) => api.get<CaseDesk>(`staff/cases/${id}/desk`, { signal }),
    refetchInterval: askedAgain(MINUTE),
  });

/** Asks again every ten seconds while work is pending. */
export const effectsQuery = (stream: string, revision?: number) =>
  queryOptions({
    queryKey: ['audit', 'effects', stream, revision ?? 'none'],
    queryFn: ({ signal }) =>
      api.get<StreamEffects>(
        `audit/streams/${stream}/effects${revision === undefined ? '' : `?revision=${revision}`}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending.length ? 10_000 : false),
  });

/** How often a browser says that it shows a case, ms. */
const SAY_EVERY = 20_000;

const readingPath = (id: string): string => `staff/cases/${id}/reading`;

/** The server knows by the visit that an earlier report, if it arrives later, means nothing. */
export const leaveCase = (id: string, visit: string, newest: string): void =>
  sendLast(readingPath(id), { reading: false, visit, newest });

/** `newest`: of what the screen shows. Says that this reader has the case on the screen, and lists who else does. Not a staff query: each answer would ask again. */
export const readersQuery = (id: string, visit: string, newest: string) =>
  queryOptions({
    queryKey: ['readers', id, visit],
    queryFn: ({ signal }) => api.put<CaseReaders>(readingPath(id), { reading: true, visit, newest }, { signal }),
    refetchInterval: SAY_EVERY,
    retry: false,
    // another visit asks again how far the reader had read
    gcTime: 0,
  });

export const accountsQuery = (search: string, status: AccountSearch['status'], page: number) =>
  queryOptions({
    queryKey: [...STAFF, 'accounts', search, status, page],
    queryFn: ({ signal }) =>
      api.get<z.infer<typeof accountPage>>(
        `staff/accounts?${new URLSearchParams({ search, status, page: String(page), limit: String(ACCOUNTS_PER_PAGE) })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...STAFF, 'account', id],
    queryFn: ({ signal }) => api.get<AccountFile>(`staff/accounts/${id}`, { signal }),
  });

export const rolesQuery = queryOptions({
  queryKey: [...STAFF, 'roles'],
  queryFn: ({ signal }) => api.get<z.infer<typeof roleHolders>>('admin/accounts-with-roles', { signal }),
});
