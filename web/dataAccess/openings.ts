import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenDataAccess, OpenedData } from '#application/contract/accessLog.ts';
import type { AuditEvent } from '#application/contract/audit.ts';
import { api } from '../api/client.ts';

type Subject = Pick<AuditEvent, 'stream' | 'revision'>;

/** Opened data with the stated purpose and reason. */
export type Opened = OpenedData & Pick<OpenDataAccess, 'purpose' | 'reason'>;

/** By revision, oldest first. */
type OpenedIn = Readonly<Record<number, readonly Opened[]>>;

const keyOf = ({ stream }: Pick<Subject, 'stream'>) => ['opened', stream];
const NOTHING: OpenedIn = {};
const NONE: readonly Opened[] = [];

/** Data that this reader opened of a history since the page was loaded; survives closing the rows. */
export const useOpenedIn = (stream: string): OpenedIn =>
  useQuery<OpenedIn>({ queryKey: keyOf({ stream }), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ??
  NOTHING;

/** The same of one event. */
export const useOpened = ({ stream, revision }: Subject): readonly Opened[] => useOpenedIn(stream)[revision] ?? NONE;

export const useOpen = (subject: Subject) => {
  const { stream, revision } = subject;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (stated: Omit<OpenDataAccess, 'subject'>) =>
      api.post<OpenedData>('disclosures', { subject: { stream, revision }, ...stated }),
    onSuccess: (answer, { purpose, reason }) =>
      queries.setQueryData<OpenedIn>(keyOf(subject), (before = {}) => ({
        ...before,
        [revision]: [...(before[revision] ?? []), { ...answer, purpose, reason }],
      })),
  });
};
