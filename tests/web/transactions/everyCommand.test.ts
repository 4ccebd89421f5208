import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { hasPayoutBegun } from '#domain/transactions/state.ts';
import { allowedCommands, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from '#tests/domain/transactions/randomHistory.ts';
import {
  buyer,
  DISPUTED_AT,
  decide,
  MONDAY,
  seller,
  transactionAfter,
  underReview,
} from '#tests/domain/transactions/scenario.ts';
import { availableActions, type TransactionAction } from '#web/transactions/components/actions/availableActions.ts';
import { disputeOpenings, disputeSteps } from '#web/transactions/components/dispute/disputeActions.ts';
import { returnOpenings, returnSteps } from '#web/transactions/components/return/returnActions.ts';
import { aDispute, aTransaction } from './aSale.ts';

/** The command of each control on the detail page. Rating is a command of the seller’s account. */
const OF_ACTIONS: Readonly<Record<TransactionAction, string | null>> = {
  completePurchase: 'SetShipping',
  continuePayment: 'OpenCheckout',
  payAgain: 'OpenCheckout',
  changeAddress: 'SetShipping',
  confirmShipment: 'ConfirmShipment',
  confirmArrival: 'ConfirmDelivery',
  pauseEscrow: 'PauseEscrow',
  resumeEscrow: 'ResumeEscrow',
  rateSeller: null,
  writeReview: null,
  cancel: 'Cancel',
};
const OF_CLAIMS: Readonly<Record<string, string>> = {
  dispute: 'OpenDispute',
  'dispute/withdraw': 'WithdrawDispute',
  'dispute/statement': 'GiveStatement',
  'dispute/appeal': 'AppealDecision',
  'dispute/accept': 'AcceptClaim',
  'dispute/contest': 'ContestDispute',
  'dispute/offer': 'OfferSettlement',
  'dispute/accept-offer': 'AcceptSettlement',
  'dispute/refuse-offer': 'RefuseSettlement',
  return: 'RequestReturn',
  'return/approve': 'ApproveReturn',
  'return/address': 'GiveReturnAddress',
  'return/refuse': 'RefuseReturn',
  'return/shipped': 'ShipReturn',
  'return/received': 'ConfirmReturnReceived',
  'return/reject': 'RejectReturn',
};

const euro = (cents: number): number => cents / 100;

const shown = (transaction: Sale, reader: Actor, now: number) => {
  const role = reader === seller ? 'seller' : 'buyer';
  const offer = transaction.offer && {
    toBuyer: euro(transaction.offer.toBuyer),
    toSeller: 1,
    fee: 1,
    lapsesAt: new Date(transaction.offer.lapsesAt).toISOString(),
  };
  const begun = { event: 'PayoutInitiated', status: 'PAYOUT_INITIATED', detail: null };
  return aTransaction({
    role,
    status: transaction.status as Exclude<Sale['status'], 'draft'>,
    displayStatus: transaction.status,
    allowed: allowedCommands(transaction, reader, now),
    dispute: transaction.dispute === 'none' ? null : aDispute({ state: transaction.dispute, offer }),
    paymentHistory: hasPayoutBegun(transaction) ? [{ ...begun, timestamp: new Date(now).toISOString() }] : [],
  });
};

const controlsOf = (transaction: ReturnType<typeof shown>, now: number): string[] => {
  const actions = availableActions(transaction, now).flatMap((action) => OF_ACTIONS[action] ?? []);
  const claims = [
    ...disputeSteps(transaction),
    ...returnSteps(transaction),
    ...returnOpenings(transaction),
    ...disputeOpenings(transaction),
  ];
  return [...new Set([...actions, ...claims.map(({ path }) => OF_CLAIMS[path] ?? path)])].sort();
};

const histories = fc.sample(fc.noBias(fc.array(dice, { minLength: 20, maxLength: 80, size: 'max' })), {
  numRuns: 150,
  seed: 20260302,
});

/** Random histories rarely reach a decision that can be appealed. */
const decided = transactionAfter([...underReview, decide(0)]);
const DECIDED_AT = DISPUTED_AT + 2 * DAY;

test('shows a control for each party’s command in every reachable state, and no other', () => {
  const met = new Set<string>();
  const compare = (transaction: Sale, now: number) => {
    if (transaction.status === 'draft') return;
    for (const reader of [buyer, seller]) {
      const view = shown(transaction, reader, now);
      for (const each of view.allowed) met.add(`${view.role} ${each}`);
      const [controls, commands] = [controlsOf(view, now).join(), [...view.allowed].sort().join()];
      if (controls !== commands)
        expect.fail(
          `the ${view.role} of a sale in ${transaction.status} may ${commands}, and the page offers ${controls}`,
        );
    }
  };
  const walk = (start: Sale, since: number, history: (typeof histories)[number]) => {
    let [transaction, now] = [start, since];
    compare(transaction, now);
    for (const roll of history) {
      const command = nextCommand(transaction, now, roll);
      const decision = transactionAggregate.decide(command, transaction);
      if (decision.ok) transaction = decision.value.reduce(transactionAggregate.evolve, transaction);
      now = Math.max(now, command.at);
      compare(transaction, now);
    }
  };
  for (const history of histories) walk(transactionAggregate.initial, MONDAY, history);
  for (const history of histories.slice(0, 30)) walk(decided, DECIDED_AT, history);
  // the walk was long enough to meet every command
  const everybodys = [...Object.values(OF_CLAIMS), ...Object.values(OF_ACTIONS).filter((each) => each !== null)];
  const commandsMet = new Set([...met].map((each) => each.split(' ')[1]));
  expect([...new Set(everybodys)].filter((each) => !commandsMet.has(each))).toEqual([]);
});
