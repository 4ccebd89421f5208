import { type Result, record, reject } from '../shared/decider.ts';
import type { Instant } from '../shared/instants.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import type { AccountEvent, EmailSide, Secured } from './events.ts';
import { EMAIL_CHANGE } from './limits.ts';
import type { Account, EmailChange } from './state.ts';

type EmailCommand = Extract<
  AccountCommand,
  { type: 'RequestEmailChange' | 'ConfirmEmailChange' | 'FinishEmailChange' | 'EndEmailChange' }
>;

const BOTH: readonly EmailSide[] = ['oldAddress', 'newAddress'];

/** The change that still waits for confirmations. */
export const openEmailChange = ({ emailChange }: Account, at: Instant): EmailChange | null =>
  emailChange !== null && at < emailChange.lapsesAt ? emailChange : null;

/** The reader of the present address has secured the account, and somebody else may have asked for the change. */
export const endOpenEmailChange = (state: Account, at: Instant, why: Secured): AccountEvent[] => {
  const open = openEmailChange(state, at);
  return open ? [{ type: 'EmailChangeEnded', data: { at, requestId: open.requestId, why } }] : [];
};

export const isConfirmedByBoth = ({ confirmed }: EmailChange): boolean =>
  BOTH.every((side) => confirmed.includes(side));

/** The owner asks for a new address. The readers of both addresses confirm it, in any order. */
export const decideEmailChange = (command: EmailCommand, state: Account): Result<AccountEvent[], AccountRejection> => {
  const { at, requestId } = command;
  const open = openEmailChange(state, at);
  if (command.type === 'RequestEmailChange') {
    const { email } = command;
    if (email === state.email) return reject({ code: 'emailUnchanged' });
    // the same request again keeps its confirmations; only the links are sent again
    if (open?.email === email) return record();
    return record({ type: 'EmailChangeRequested', data: { at, requestId, email, lapsesAt: at + EMAIL_CHANGE } });
  }
  if (open?.requestId !== requestId) return reject({ code: 'emailChangeGone' });
  switch (command.type) {
    case 'ConfirmEmailChange':
      return open.confirmed.includes(command.side)
        ? record()
        : record({ type: 'EmailChangeConfirmed', data: { at, requestId, by: command.side } });
    case 'FinishEmailChange':
      return isConfirmedByBoth(open)
        ? record({ type: 'EmailChanged', data: { at, requestId, email: open.email } })
        : reject({ code: 'emailChangeUnconfirmed' });
    case 'EndEmailChange':
      return record({ type: 'EmailChangeEnded', data: { at, requestId, why: command.why } });
  }
};
