import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useUser } from '../api/session.tsx';

/** Sends an action and asks again for whatever shows its effect. Nothing is shown before the server has answered. */
export const useStaffAction = <Answer = unknown>() => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ path, body }: { path: string; body?: unknown }) => api.post<Answer>(path, body),
    onSuccess: () => queries.invalidateQueries(),
  });
};

/** Auditors and admins read the same screens; only staff act on them. */
export const useActs = (): boolean => useUser().roles.includes('staff');
