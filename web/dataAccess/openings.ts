import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenDataAccess, OpenedData } from '#application/contract/accessLog.ts';
import type { AuditEvent } from '#application/contract/audit.ts';
import { api } from '../api/client.ts';

type Subject = Pick<AuditEvent, 'stream' | 'revision'>;

/** Opened data with the stated purpose and reason. */
export type Opened = OpenedData & Pick<OpenDataAccess, 'purpose' | 'reason'>;

const keyOf = ({ stream, revision }: Subject) => ['opened', stream, revision];

/** Data that this reader opened of an event, oldest first; survives closing the row. */
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
