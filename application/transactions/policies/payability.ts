import type { DomainEvent } from '#domain/events.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { type Cause, causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import type { Loaded } from '../../streams/loading.ts';
import { idIn } from '../../streams/transactionSummary.ts';

const HANDLES = [
  'EscrowReleased',
  'PartialRefundCompleted',
  'DisputeWithdrawn',
  'StaffHoldLifted',
  'ChargebackWon',
  'PayoutRefused',
  'PayoutReturned',
  'PayoutApprovalWithdrawn',
  'PayoutApproved',
  'RefundCompleted',
  'PayoutArrivedLate',
  'OverpaymentCounted',
  'BankDetailsProvided',
  'BankAccountVerified',
  'AccountReinstated',
] as const satisfies readonly DomainEvent['type'][];

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'schedule'>;

const waitingId = (transaction: string): string => `waiting.${transaction}`;

/**
 * Reviews payability whenever the answer may have changed. Transactions waiting for a bank account are kept in the
 * schedule, in event order, so that a verification right after a release finds them even if read models lag.
 */
export const payability = ({ repository, commands, schedule }: Deps): Policy =>
  policy({
    name: 'payability',
    handles: HANDLES,
    handle: async (event) => {
      const id = idIn(event.stream);
      switch (event.type) {
        case 'BankDetailsProvided':
          if (event.data.payoutsHeldUntil !== null)
            await schedule.put({
              id: `bankHold.${id}`,
              kind: 'bankHoldEnds',
              subject: id,
              dueAt: event.data.payoutsHeldUntil,
              data: { cause: event.id },
            });
          return;
        case 'BankAccountVerified':
        case 'AccountReinstated':
          await reviewWaiting(id, causedBy(event, 'review'), { repository, commands, schedule });
          return;
        case 'PayoutApproved':
        case 'RefundCompleted':
        case 'PayoutArrivedLate':
        case 'OverpaymentCounted':
          await schedule.remove(waitingId(id));
          return;
        default: {
          // a refused payout first makes the bank account unverified; that policy reviews afterwards
          const askNow = event.type !== 'PayoutRefused' && event.type !== 'PayoutReturned';
          const transaction = await repository.transactions.load(id);
          const { sellerId } = transaction.state;
          await schedule.put({
            id: waitingId(id),
            kind: 'waitingForPayout',
            subject: sellerId,
            dueAt: null,
            data: { sale: id },
          });
          if (askNow) await review(transaction, sellerId, causedBy(event, 'review'), { repository, commands });
        }
      }
    },
  });

const review = async (
  transaction: string | Loaded<Transaction>,
  seller: string,
  cause: Cause,
  { repository, commands }: Pick<Deps, 'repository' | 'commands'>,
): Promise<boolean> => {
  const standing = await standingOf(repository, seller);
  const outcome = await commands.toTransaction(transaction, { type: 'ReviewPayability', seller: standing }, cause);
  return (outcome?.events.length ?? 0) > 0;
};

const reviewWaiting = async (seller: string, cause: Cause, { repository, commands, schedule }: Deps) => {
  let approved = false;
  for (const { data } of await schedule.about('waitingForPayout', seller)) {
    const transaction = data.sale ?? '';
    approved =
      (await review(
        transaction,
        seller,
        { ...cause, step: `${cause.step}.${transaction}` },
        { repository, commands },
      )) || approved;
  }
  return approved;
};

/** Reviews waiting transactions again, 72 hours after their seller changed the bank account. */
export const endBankHold = ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> =>
  reviewWaiting(subject, { id: data.cause ?? subject, step: 'bankHoldEnds' }, deps);
