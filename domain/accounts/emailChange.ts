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

/** What waits for confirmations at this moment. */
export const openEmailChange = ({ emailChange }: Account, at: Instant): EmailChange | null =>
  emailChange !== null && at < emailChange.lapsesAt ? emailChange : null;

/** A reader of the present address has taken the account back: somebody else may have asked. */
export const endOpenEmailChange = (state: Account, at: Instant, why: Secured): AccountEvent[] => {
  const open = openEmailChange(state, at);
  return open ? [{ type: 'EmailChangeEnded', data: { at, requestId: open.requestId, why } }] : [];
};

export const isConfirmedByBoth = ({ confirmed }: EmailChange): boolean =>
  BOTH.every((side) => confirmed.includes(side));

/** Another address for the account: asked for by its owner, confirmed by the readers of both, in any order. */
export const decideEmailChange = (command: EmailCommand, state: Account): Result<AccountEvent[], AccountRejection> => {
  const { at, requestId } = command;
  const open = openEmailChange(state, at);
  if (command.type === 'RequestEmailChange') {
    const { email } = command;
    if (email === state.email) return reject({ code: 'emailUnchanged' });
    // the same again keeps what is confirmed: its links are sent once more
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
