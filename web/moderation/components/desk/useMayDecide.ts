import { access } from '#domain/access/access.ts';
import { useUser } from '../../../api/session.tsx';
import { useMay } from '../../../staff/useStaffAction.ts';

/** Nobody decides a report that they wrote or are involved in. */
export const useMayDecide = (concerned: readonly ({ _id: string } | null)[]): boolean => {
  const { _id: own } = useUser();
  return useMay(access.conversation.do.resolveReport) && !concerned.some((one) => one?._id === own);
};
