import { account } from '#domain/accounts/account.ts';
import { type Account, sellerStandingOf } from '#domain/accounts/state.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import { ProviderRefused } from '../../ports/payments.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { Repository } from '../../streams/repository.ts';
import { idIn, transactionSummaryOf } from '../../streams/transactionSummary.ts';
import { keepEvent } from './providerEvents.ts';

type Begun = Pick<Recorded, 'position'> & { data: { at: number } };

/**
 * The seller's account with the bank details that a payout goes to: the last ones before it that were verified and
 * past their hold.
 */
const payoutAccount = async (repository: Repository, seller: AccountId, begun: Begun): Promise<Account> => {
  const { history } = await repository.accounts.loadWithHistory(seller);
  let now = account.initial;
  let payable = account.initial;
  for (const event of history) {
    if (event.position >= begun.position) break;
    now = account.evolve(now, event);
    const { bankVerified, payoutsHeldUntil } = sellerStandingOf(now);
    if (bankVerified && (payoutsHeldUntil ?? 0) <= begun.data.at) payable = now;
  }
  return payable;
};

export const PAYOUTS = 'payouts';

const HANDLES = [
  'PayoutInitiated',
  'PayoutFailed',
  'PayoutRefused',
  'PayoutReturned',
] as const satisfies readonly DomainEvent['type'][];

type Deps = Pick<PolicyDeps, 'jobs' | 'repository' | 'commands'>;

/** A started payout, with the bank account of that moment. A later change never redirects it. */
const findPayout = async (saleId: string, payoutId: string, repository: Deps['repository']) => {
  const { history, state } = await repository.transactions.loadWithHistory(saleId);
  const transaction = transactionSummaryOf(history);
  const initiated = history.find((event) => event.type === 'PayoutInitiated' && event.data.payoutId === payoutId);
  if (!transaction || initiated?.type !== 'PayoutInitiated') return undefined;
  const { bank, bankProvidedAt } = await payoutAccount(repository, transaction.sellerId, initiated);
  const wanted = state.payoutAttempts[payoutId]?.state === 'live';
  return { sale: transaction, amount: initiated.data.amount, bank, bankProvidedAt, wanted };
};

/**
 * Queues a job for each started payout, and one that recalls a failed one. A bank account that refused a payout
 * becomes unverified.
 */
export const payouts = ({ jobs, repository, commands }: Deps): Policy =>
  policy({
    name: 'payouts',
    handles: HANDLES,
    handle: async (event) => {
      const saleId = idIn(event.stream);
      const { payoutId } = event.data;
      if (event.type === 'PayoutInitiated') {
        await jobs.add([{ queue: PAYOUTS, id: `payout.${event.id}`, data: { saleId, payoutId } }]);
        return;
      }
      await jobs.add([{ queue: PAYOUTS, id: `recall.${event.id}`, data: { saleId, payoutId, recall: true } }]);
      if (event.type === 'PayoutFailed') return;
      const payout = await findPayout(saleId, payoutId, repository);
      if (!payout) return;
      const { sellerId } = payout.sale;
      const providedAt = payout.bankProvidedAt === null ? {} : { providedAt: payout.bankProvidedAt };
      const reject = { type: 'RejectBankAccount', reason: event.data.reason, ...providedAt } as const;
      await commands.toAccount(sellerId, reject, causedBy(event, 'rejectBankAccount'));
      // the seller may already have another, verified account
      const seller = await standingOf(repository, sellerId);
      await commands.toTransaction(saleId, { type: 'ReviewPayability', seller }, causedBy(event, 'reviewPayability'));
    },
  });

/** Sends the money. Bank details are read here, so that no job holds them. @throws ProviderUnavailable */
export const sendPayout =
  ({ repository, payments, providerEvents, clock, log, jobs }: PolicyDeps): JobHandler =>
  async ({ data }) => {
    const { saleId, payoutId, recall } = data as { saleId: string; payoutId: string; recall?: boolean };
    if (recall) return payments.recallPayout(payoutId);
    const refused = (eventId: string, reason: string, accountAtFault: boolean) => {
      const common = { eventId, occurredAt: clock.now(), transactionId: saleId };
      const fact = { ...common, kind: 'payout.failed', payoutId, reason, accountAtFault } as const;
      return keepEvent(fact, { providerEvents, jobs, clock });
    };
    const payout = await findPayout(saleId, payoutId, repository);
    if (!payout) {
      log.error({ sale: saleId, payout: payoutId }, 'a payout has no sale');
      return;
    }
    const { bank, amount, wanted } = payout;
    // its end is already known; after a failure another payout may be running
    if (!wanted) return;
    if (!bank) {
      // erased since: reported like a provider's refusal, so that the money stays the seller's
      return refused(`no-bank.${payoutId}`, 'the seller has no bank account', true);
    }
    const destination = { accountHolder: bank.accountHolder, iban: bank.iban };
    try {
      await payments.payOut({ payoutId, transactionId: saleId, amount, destination });
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      await refused(`refused.${payoutId}`, error.message, error.accountAtFault);
    }
  };

/** The state of the current payout at the provider. */
export const askAboutPayout = async (
  saleId: string,
  { repository, payments }: Pick<PolicyDeps, 'repository' | 'payments'>,
): Promise<{ payoutId: string; amount: number; state: 'pending' | 'paid' | 'failed' | undefined } | undefined> => {
  const { history } = await repository.transactions.loadWithHistory(saleId);
  const last = history.findLast((event) => event.type === 'PayoutInitiated');
  if (last?.type !== 'PayoutInitiated') return undefined;
  const { payoutId, amount } = last.data;
  return { payoutId, amount, state: await payments.askPayout(payoutId) };
};
