import { useQuery } from '@tanstack/react-query';
import type { OpenDataAccess, OpenedData, OpenedToday } from '#application/contract/accessLog.ts';
import type { AuditEvent } from '#application/contract/audit.ts';
import { api } from '../api/client.ts';

export type Subject = Pick<AuditEvent, 'stream' | 'revision'>;

/** Opened data with the stated purpose and reason; without the reason after a reload. */
export type Opened = OpenedData & Pick<OpenDataAccess, 'purpose'> & Partial<Pick<OpenDataAccess, 'reason'>>;

/** By revision, oldest first. */
export type OpenedIn = Readonly<Record<number, readonly Opened[]>>;

export const openedKey = ({ stream }: Pick<Subject, 'stream'>) => ['opened', stream];
const NOTHING: OpenedIn = {};
const NONE: readonly Opened[] = [];

const byRevision = ({ opened }: OpenedToday): OpenedIn => {
  const found: Record<number, Opened[]> = {};
  for (const { revision, ...rest } of opened) found[revision] = [...(found[revision] ?? []), rest];
  return found;
};

/**
 * Data that this reader opened of a history today; survives closing the rows and a reload. `isWanted`: whether it has anything that could
 * be opened, so that other histories ask for nothing.
 */
export const useOpenedIn = (stream: string, isWanted: boolean): OpenedIn =>
  useQuery<OpenedIn>({
    queryKey: openedKey({ stream }),
    queryFn: async ({ signal }) =>
      byRevision(await api.get<OpenedToday>(`audit/streams/${encodeURIComponent(stream)}/opened`, { signal })),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? NOTHING;

/** The same of one event. */
export const useOpened = ({ stream, revision, openable }: Subject & Pick<AuditEvent, 'openable'>): readonly Opened[] =>
  useOpenedIn(stream, openable.length > 0)[revision] ?? NONE;
