import { useMutation, useQueryClient } from '@tanstack/react-query';
import { may, type Right } from '#domain/access/right.ts';
import { api } from '../api/client.ts';
import { useUser } from '../api/session.tsx';
import { movedIn, useReadCase } from './ReadCase.tsx';

const OF_A_TRANSACTION = 'transaction/';

/** Sends an action and refetches. Not optimistic. In a case it names the revision that was read; if the case has moved, the page shows the news and the next try names the new revision. */
export const useStaffAction = <Answer = unknown>() => {
  const queries = useQueryClient();
  const read = useReadCase();
  return useMutation({
    mutationFn: ({ path, body }: { path: string; body?: object | undefined }) =>
      api.post<Answer>(path, read && path.startsWith(OF_A_TRANSACTION) ? { ...body, basedOn: read.revision } : body),
    onSuccess: (answer) => {
      const { transaction } = (answer ?? {}) as { transaction?: { revision: number } };
      if (transaction) read?.readTo(transaction.revision);
      read?.tell(undefined);
      return queries.invalidateQueries();
    },
    onError: (error) => {
      const moved = movedIn(error);
      if (!moved || !read) return undefined;
      read.readTo(moved.revision);
      read.tell(moved);
      return queries.invalidateQueries();
    },
  });
};

/** Hides actions from readers without the right. */
export const useMay = (right: Right): boolean => may(right, useUser().roles);
