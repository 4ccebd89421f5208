import type { CasePage, StaffCase } from '#application/contract/caseQueue.ts';
import { ApiError } from '../../../../api/ApiError.ts';
import { api } from '../../../../api/client.ts';
import type { CaseFilters } from '../../../../staff/staffQueries.ts';
import type { OnDesk } from '../desk/useDesk.ts';

const OURS: readonly StaffCase['waitsFor'][] = ['staff', 'confirmation', 'second'];

/** True if it waits for staff, and this member of staff may act on it. */
export const isActionable = ({ sale, waitsFor, excludes }: StaffCase, me: string): boolean =>
  sale !== null && OURS.includes(waitsFor) && !excludes.includes(me);

const isSomebodyElses = (error: unknown): boolean => error instanceof ApiError && [403, 409].includes(error.status);

/** Takes the first free case of the filtered queue for `me`; undefined if there is none. Passes over what a colleague has just taken. */
export const takeNext = async (
  me: string,
  filters: CaseFilters,
  take: (item: OnDesk) => Promise<unknown>,
): Promise<string | undefined> => {
  const { snoozed: _, ...asked } = filters;
  const query = new URLSearchParams({ ...asked, assignee: 'none', limit: '50' });
  const { cases } = await api.get<CasePage>(`staff/cases?${query}`);
  for (const { sale, assignee } of cases.filter((item) => isActionable(item, me))) {
    if (!sale) continue;
    try {
      await take({ _id: sale._id, assignee });
      return sale._id;
    } catch (error) {
      if (!isSomebodyElses(error)) throw error;
    }
  }
  return undefined;
};
