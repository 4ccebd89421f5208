import type { Journal } from '../journal.ts';
import type { Commands } from '../policies/commands.ts';
import type { Email, SupportQuestion } from '../ports/emails.ts';

/**
 * The job holds only where the question stands: its words stay encrypted in the account's events until the email is written.
 * Undefined once the account is erased, as its words are gone and nobody waits for an answer.
 */
export const loadSupportQuestion = async (
  { account, question }: Email['details'],
  { journal, commands }: { journal: Journal; commands: Pick<Commands, 'loadAccount'> },
): Promise<SupportQuestion | undefined> => {
  const asker = String(account);
  const { email, username } = await commands.loadAccount(asker);
  const { events } = await journal.load(`account-${asker}`);
  const asked = events.find(({ id }) => id === question);
  if (asked?.type !== 'SupportContacted' || !email || !username) return undefined;
  const { subject, message } = asked.data as { subject: string | null; message: string | null };
  return subject === null || message === null ? undefined : { subject, message, username, email };
};
