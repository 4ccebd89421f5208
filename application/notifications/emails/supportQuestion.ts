import type { Repository } from '../../streams/repository.ts';
import type { Email, SupportQuestion } from './email.ts';

/**
 * The job holds only ids: the text stays encrypted in the account's events until the e-mail is written. Undefined
 * once the account is erased.
 */
export const loadSupportQuestion = async (
  { account, question }: Email['details'],
  { accounts }: Pick<Repository, 'accounts'>,
): Promise<SupportQuestion | undefined> => {
  const asker = String(account);
  const { state, history } = await accounts.loadWithHistory(asker);
  const { email, username } = state;
  const asked = history.find(({ id }) => id === question);
  if (asked?.type !== 'SupportContacted' || !email || !username) return undefined;
  const { subject, message } = asked.data;
  return subject === null || message === null ? undefined : { subject, message, username, email };
};
