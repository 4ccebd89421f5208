import { HOUR } from '#domain/shared/instants.ts';
import type { Job, JobHandler } from '../../ports/jobs.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { idIn } from '../../streams/transactionSummary.ts';

export const BANK_CHECKS = 'bankChecks';

type Check = { accountId: string; providedAt: number; cause: string; attempt: number };

const jobFor = ({ accountId, providedAt, cause, attempt }: Check): Job => ({
  queue: BANK_CHECKS,
  id: attempt === 1 ? `bank.${cause}` : `bank.${cause}.${attempt}`,
  data: { accountId, providedAt },
});

/** A safety net in case the job dies or its queue is lost: nothing else would check the account again. */
const taskFor = ({ accountId, providedAt, cause, attempt }: Check, dueAt: number): ScheduledTask => ({
  id: `bankCheck.${cause}.${attempt}`,
  kind: 'bankCheck',
  subject: accountId,
  dueAt,
  data: { providedAt: String(providedAt), cause, attempt: String(attempt) },
});

/** Checks new bank details with the provider in a job. The job holds no bank details. */
export const bankVerification = ({ jobs, schedule }: Pick<PolicyDeps, 'jobs' | 'schedule'>): Policy =>
  policy({
    name: 'bankVerification',
    handles: ['BankDetailsProvided'],
    handle: async (event) => {
      const { at } = event.data;
      const check = { accountId: idIn(event.stream), providedAt: at, cause: event.id, attempt: 1 };
      await schedule.put(taskFor(check, at + HOUR));
      await jobs.add([jobFor(check)]);
    },
  });

/** Checks undecided bank details again, one hour later. */
export const checkAgain = async (
  { subject, data }: ScheduledTask,
  { jobs, schedule, repository, clock }: Pick<PolicyDeps, 'jobs' | 'schedule' | 'repository' | 'clock'>,
): Promise<boolean> => {
  const providedAt = Number(data.providedAt);
  const { bankProvidedAt, bankState } = (await repository.accounts.load(subject)).state;
  if (bankProvidedAt !== providedAt || bankState !== 'checking') return false;
  const check = { accountId: subject, providedAt, cause: data.cause ?? subject, attempt: Number(data.attempt) + 1 };
  await schedule.put(taskFor(check, clock.now() + HOUR));
  await jobs.add([jobFor(check)]);
  return true;
};

/**
 * Asks every hour while the provider is reviewing. An answer about replaced details changes nothing. @throws
 * ProviderUnavailable
 */
export const checkBankAccount =
  ({ commands, repository, payments }: Pick<PolicyDeps, 'commands' | 'repository' | 'payments'>): JobHandler =>
  async ({ id, data }) => {
    const { accountId, providedAt } = data as { accountId: string; providedAt: number };
    const { bank, bankProvidedAt } = (await repository.accounts.load(accountId)).state;
    if (!bank || bankProvidedAt !== providedAt) return;
    const answer = await payments.verifyBankAccount({ accountHolder: bank.accountHolder, iban: bank.iban });
    if (answer.verified === 'pending') return;
    const verdict = answer.verified
      ? ({ type: 'VerifyBankAccount', providedAt } as const)
      : ({ type: 'RejectBankAccount', providedAt, reason: answer.reason } as const);
    await commands.toAccount(accountId, verdict, { id, step: verdict.type });
  };
