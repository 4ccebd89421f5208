import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OpenDataAccess, OpenedData } from '#application/contract/accessLog.ts';
import { api } from '../api/client.ts';
import { type OpenedIn, openedKey, type Subject } from './openings.ts';

/** Opens fields of an event. Apart from reading them, which the first page of a history needs. */
export const useOpen = (subject: Subject) => {
  const { stream, revision } = subject;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (stated: Omit<OpenDataAccess, 'subject'>) =>
      api.post<OpenedData>('disclosures', { subject: { stream, revision }, ...stated }),
    onSuccess: (answer, { purpose, reason }) =>
      queries.setQueryData<OpenedIn>(openedKey(subject), (before = {}) => ({
        ...before,
        [revision]: [...(before[revision] ?? []), { ...answer, purpose, reason }],
      })),
  });
};
