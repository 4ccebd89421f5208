import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DataAccessPage } from '#application/contract/accessLog.ts';
import type {
  AuditLedger,
  AuditStream,
  CounterfactualAnswer,
  SecurityPage,
  StreamsFound,
  TransactionAt,
} from '#application/contract/audit.ts';
import type { RefusalsPage, WorkPage } from '#application/contract/work.ts';
import { api } from '../../api/client.ts';
import { readStream } from '../../api/histories.ts';

/** A booking is all entries of one event. */
export const BOOKINGS_PER_PAGE = 25;
export const EVENTS_PER_PAGE = 50;

export const streamsQuery = (search: string) =>
  queryOptions({
    queryKey: ['audit', 'streams', search],
    queryFn: ({ signal }) => api.get<StreamsFound>(`audit/streams?${new URLSearchParams({ search })}`, { signal }),
  });

/** History is immutable, so the state at a revision never refetches. */
export const transactionAtQuery = (transaction: string, revision: number | undefined) =>
  queryOptions({
    queryKey: ['audit', 'sale', transaction, revision ?? 'now'],
    queryFn: ({ signal }) =>
      api.get<TransactionAt>(`audit/sales/${transaction}/at${revision === undefined ? '' : `?revision=${revision}`}`, {
        signal,
      }),
    staleTime: revision === undefined ? 0 : Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

type LedgerFilters = { sale: string; account: string; amount: string; from: string; to: string };

const chosen = (filters: Record<string, string>): [name: string, value: string][] =>
  Object.entries(filters).filter(([, value]) => value !== '');

/** The call that exports the entries. */
export const ledgerExport = (filters: LedgerFilters): string =>
  `audit/ledger/export?${new URLSearchParams(chosen(filters))}`;

export const ledgerQuery = (filters: LedgerFilters, page: number) => {
  const asked = new URLSearchParams({ page: String(page), limit: String(BOOKINGS_PER_PAGE) });
  for (const [name, value] of chosen(filters)) asked.set(name, value);
  return queryOptions({
    queryKey: ['audit', 'ledger', asked.toString()],
    queryFn: ({ signal }) => api.get<AuditLedger>(`audit/ledger?${asked}`, { signal }),
    placeholderData: keepPreviousData,
  });
};

type SecurityFilters = { who: string; kind: string; from: string; to: string };

export const securityQuery = (filters: SecurityFilters, page: number) => {
  const asked = new URLSearchParams({ page: String(page), limit: String(EVENTS_PER_PAGE) });
  for (const [name, value] of chosen(filters)) asked.set(name, value);
  return queryOptions({
    queryKey: ['audit', 'security', asked.toString()],
    queryFn: ({ signal }) => api.get<SecurityPage>(`audit/security?${asked}`, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const dataAccessesQuery = (who: string, page: number) => {
  const asked = new URLSearchParams({ who, page: String(page), limit: String(EVENTS_PER_PAGE) });
  return queryOptions({
    queryKey: ['audit', 'disclosures', asked.toString()],
    queryFn: ({ signal }) => api.get<DataAccessPage>(`audit/disclosures?${asked}`, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** Pending work changes all the time, so it is polled. */
const WORK_EVERY = 10_000;

export const workQuery = (kind: string, page: number) => {
  const asked = new URLSearchParams({ page: String(page), limit: String(EVENTS_PER_PAGE), ...(kind && { kind }) });
  return queryOptions({
    queryKey: ['audit', 'work', asked.toString()],
    queryFn: ({ signal }) => api.get<WorkPage>(`audit/work?${asked}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: WORK_EVERY,
  });
};

export const refusalsQuery = (command: string, page: number) => {
  const asked = new URLSearchParams({
    page: String(page),
    limit: String(EVENTS_PER_PAGE),
    ...(command && { command }),
  });
  return queryOptions({
    queryKey: ['audit', 'refusals', asked.toString()],
    queryFn: ({ signal }) => api.get<RefusalsPage>(`audit/refusals?${asked}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: WORK_EVERY,
  });
};

/** The server needs seconds for an answer, so it is never refetched automatically. */
export const counterfactualQuery = ({ until, ...days }: { set: string; from: string; to: string; until: string }) => {
  const asked = { ...days, ...(until && { until }) };
  return queryOptions({
    queryKey: ['audit', 'counterfactual', asked],
    queryFn: ({ signal }) =>
      api.get<CounterfactualAnswer>(`audit/counterfactual?${new URLSearchParams(asked)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};

/** Loads all pages of a stream for the export. */
export const wholeStream = async (stream: string): Promise<AuditStream> => {
  const first = await readStream(stream, 1);
  const events = [...first.events];
  for (let page = 2, more = first.hasMore; more; page++) {
    const next = await readStream(stream, page);
    events.push(...next.events);
    more = next.hasMore;
  }
  return { ...first, events, hasMore: false };
};
