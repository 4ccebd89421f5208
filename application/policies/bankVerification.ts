import { type Policy, policy } from '../follow.ts';
import type { JobHandler } from '../ports/jobs.ts';
import type { PolicyDeps } from './policyDeps.ts';
import { idIn } from './saleFacts.ts';

export const BANK_CHECKS = 'bankChecks';

/** Bank details that were given are checked with the provider, in a job; the details themselves stand in no job. */
export const bankVerification = ({ jobs }: Pick<PolicyDeps, 'jobs'>): Policy =>
  policy({
    name: 'bankVerification',
    handles: ['BankDetailsProvided'],
    handle: async (event) => {
      const data = { accountId: idIn(event.stream), providedAt: event.data.at };
      await jobs.add([{ queue: BANK_CHECKS, id: `bank.${event.id}`, data }]);
    },
  });

/** @throws ProviderUnavailable. An answer about details that were replaced meanwhile changes nothing. */
export const checkBankAccount =
  ({ commands, payments }: Pick<PolicyDeps, 'commands' | 'payments'>): JobHandler =>
  async ({ id, data }) => {
    const { accountId, providedAt } = data as { accountId: string; providedAt: number };
    const { bank, bankProvidedAt } = await commands.loadAccount(accountId);
    if (!bank || bankProvidedAt !== providedAt) return;
    const answer = await payments.verifyBankAccount({ accountHolder: bank.accountHolder, iban: bank.iban });
    const verdict = answer.verified
      ? ({ type: 'VerifyBankAccount', providedAt } as const)
      : ({ type: 'RejectBankAccount', providedAt, reason: answer.reason } as const);
    await commands.toAccount(accountId, verdict, { id, step: verdict.type });
  };
