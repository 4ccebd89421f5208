import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenDataAccess, OpenedData } from '#application/contract/accessLog.ts';
import type { AuditEvent } from '#application/contract/audit.ts';
import { api } from '../api/client.ts';

type Subject = Pick<AuditEvent, 'stream' | 'revision'>;

/** What its reader stated, with what it opened. */
export type Opened = OpenedData & Pick<OpenDataAccess, 'purpose' | 'reason'>;

const keyOf = ({ stream, revision }: Subject) => ['opened', stream, revision];

/** What this reader opened of an event, the oldest first: it stays when its row is closed and opened again. */
export const useOpened = (subject: Subject): readonly Opened[] =>
  useQuery<Opened[]>({ queryKey: keyOf(subject), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? [];

export const useOpen = (subject: Subject) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (stated: Omit<OpenDataAccess, 'subject'>) =>
      api.post<OpenedData>('disclosures', {
        subject: { stream: subject.stream, revision: subject.revision },
        ...stated,
      }),
    onSuccess: (answer, { purpose, reason }) =>
      queries.setQueryData<Opened[]>(keyOf(subject), (before = []) => [...before, { ...answer, purpose, reason }]),
  });
};
