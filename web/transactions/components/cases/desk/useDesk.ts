import { messageOf } from '../../../../api/ApiError.ts';
import { useUser } from '../../../../api/session.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { toast } from '../../../../ui/toast.ts';

/** A case as its row or its panel shows it. `_id`: of the sale. */
export type OnDesk = { _id: string; assignee: { _id: string; username: string } | null };

const inform = async (doing: Promise<unknown>, done: string): Promise<boolean> => {
  try {
    await doing;
    toast.success(done);
    return true;
  } catch (error) {
    toast.error(messageOf(error, 'That failed. Nothing has changed.'));
    return false;
  }
};

/** What staff do with a case beside deciding it. */
export const useDesk = () => {
  const { userId } = useUser();
  const { mutateAsync } = useStaffAction();
  const send = (id: string, what: string, body?: object) => mutateAsync({ path: `staff/cases/${id}/${what}`, body });
  /** `to`: a colleague; by default the reader. */
  const take = ({ _id, assignee }: OnDesk, to?: string) =>
    send(_id, 'assign', { from: assignee?._id ?? null, ...(to && { to }) });
  /** Gives the case to a colleague. */
  const give = ({ _id, assignee }: OnDesk, to: { _id: string; username: string }) =>
    inform(take({ _id, assignee }, to._id), `${to.username} has this case now`);
  const snooze = (id: string, until: string) => send(id, 'snooze', { until });
  return {
    isMine: ({ assignee }: OnDesk) => assignee?._id === userId,
    take,
    give,
    snooze,
    /** Takes the case; gives it back if it is the reader's. */
    toggle: (item: OnDesk) =>
      item.assignee?._id === userId
        ? inform(send(item._id, 'unassign', { from: userId }), 'Nobody has this case now')
        : inform(
            take(item),
            item.assignee ? `You took this case from ${item.assignee.username}` : 'This case is yours now',
          ),
    wake: (id: string) => inform(send(id, 'snooze/end'), 'Back in the queue'),
    write: (id: string, text: string) => send(id, 'notes', { text }),
  };
};
