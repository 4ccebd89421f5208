import { access } from '#domain/access/access.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../staff/useStaffAction.ts';

/** What one of these wrote or reported somebody else decides. */
export const useMayDecide = (concerned: readonly ({ _id: string } | null)[]): boolean => {
  const { _id: own } = useUser();
  return useMay(access.conversation.do.resolveReport) && !concerned.some((one) => one?._id === own);
};
