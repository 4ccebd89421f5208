import type { AccountId } from '#domain/shared/ids.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Colleagues } from '../../shared/storage.ts';
import { type EmailRequest, emailJob } from '../emails/emailJob.ts';

type Deps = { colleagues: Colleagues; jobs: Pick<Jobs, 'add'> };
type Role = Parameters<Colleagues['holding']>[0];

/** One e-mail per person and cause, even for two roles. Goes to our support address if nobody holds a role. */
export const tellColleagues = async (
  roles: readonly Role[],
  email: Omit<EmailRequest, 'accountId' | 'role'>,
  cause: string,
  { colleagues, jobs }: Deps,
  except?: AccountId,
): Promise<void> => {
  const holders = new Set((await Promise.all(roles.map((role) => colleagues.holding(role)))).flat());
  const addressees = holders.size === 0 ? [null] : [...holders].filter((id) => id !== except);
  await jobs.add(addressees.map((accountId) => emailJob({ ...email, accountId }, cause)));
};
