import { useMutation, useQueryClient } from '@tanstack/react-query';
import { may, type Right } from '#domain/access/right.ts';
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

/** Others read the same screens; the buttons are for those who may. */
export const useMay = (right: Right): boolean => may(right, useUser().roles);
