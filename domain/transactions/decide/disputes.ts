import { record, reject } from '../../shared/decider.ts';
import type { Cents } from '../../shared/money.ts';
import { partOf } from '../allowed.ts';
import type { ReferredCategory } from '../disputeCategories.ts';
import { divide, divideAsAgreed, isBuyersAlone, mostToDivide } from '../division.ts';
import type { Split } from '../fees.ts';
import { isClaimable } from '../process/conditions.ts';
import { due } from '../process/terms.ts';
import { claimsEnd, hasPayoutBegun, heldMoney, leastRefund, type Transaction } from '../state.ts';
import { attaching } from './attaching.ts';
import { type Decide, events, ifAllowed, isBlank, type Refusal, refusing, type Step } from './deciding.ts';
import { goOn, release, remainingAt, requestRefund, revoked } from './following.ts';

export const outOfRange = (transaction: Transaction, least: Cents): Refusal => {
  const [from, to] = isBuyersAlone(transaction)
    ? [heldMoney(transaction), heldMoney(transaction)]
    : [Math.max(least, leastRefund(transaction)), mostToDivide(transaction)];
  return refusing({ code: 'amountOutOfRange', least: from, most: to });
};

export const referred = (transaction: Transaction, at: number) =>
  ({ type: 'DisputeReferred', data: { at, decideBy: due('disputeReview', at, transaction) } }) as const;

/** A dispute that needs no answer goes to staff at once. */
export const openedUnderReview = (
  data: { at: number; category: ReferredCategory; by: 'seller' | 'system' },
  claim: Cents,
  text: string | null,
  evidence: string[],
): Step[] => [
  (transaction) => [
    {
      type: 'DisputeOpened',
      data: {
        ...data,
        claim,
        text,
        evidence,
        answerBy: due('disputeAnswer', data.at, transaction),
        remaining: remainingAt(transaction, data.at),
      },
    },
  ],
  (transaction) => [referred(transaction, data.at)],
];

const isLateClaim = (transaction: Transaction, at: number): boolean =>
  hasPayoutBegun(transaction) || (transaction.money === 'payable' && !isClaimable(transaction, at));

/** After the end of claims the buyer gets a specific refusal instead of `notNow`. */
export const openDispute: Decide<'OpenDispute'> = (command, transaction, gate) => {
  const end = claimsEnd(transaction);
  return end !== null && command.at > end && partOf(transaction, command.by) === 'buyer'
    ? reject({ code: 'claimsOver', policyVersion: transaction.policyVersion })
    : ifAllowed(attaching(openOrRecord))(command, transaction, gate);
};

const openOrRecord: Decide<'OpenDispute'> = (command, transaction) => {
  const { at, category, claim, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  if (partOf(transaction, command.by) === 'seller')
    return record(
      ...events(
        transaction,
        ...openedUnderReview({ at, category: 'PAUSED_TOO_LONG', by: 'seller' }, 0, text, evidence),
      ),
    );
  if (isLateClaim(transaction, at))
    return record({ type: 'LateClaimRecorded', data: { at, by: 'buyer', text, evidence } });
  if (claim === 0 || !divide(transaction, claim)) return outOfRange(transaction, 1);
  const remaining = remainingAt(transaction, at);
  const data = {
    at,
    by: 'buyer',
    category,
    claim,
    text,
    evidence,
    answerBy: due('disputeAnswer', at, transaction),
    remaining,
  } as const;
  return record(...events(transaction, { type: 'DisputeOpened', data }, ...revoked(transaction, at)));
};

/** In escrow the clock resumes; a revoked release is made again. */
export const withdrawDispute: Decide<'WithdrawDispute'> = (command, transaction) => {
  const { at, seller } = command;
  const again: Step[] =
    transaction.status === 'ESCROW_COMPLETED' ? [release(transaction.released?.by ?? 'timer', at)] : [];
  return record(
    ...events(transaction, { type: 'DisputeWithdrawn', data: { at } }, ...again, goOn(seller, at, 'buyer')),
  );
};

/** Refuses an acceptance of other sums than those shown. */
const areShown = (now: Split, shown: Pick<Split, 'toBuyer' | 'toSeller'>): boolean =>
  now.toBuyer === shown.toBuyer && now.toSeller === shown.toSeller;

export const acceptClaim: Decide<'AcceptClaim'> = (command, transaction) => {
  const { at } = command;
  const divided = divideAsAgreed(transaction, transaction.claim?.amount ?? 0);
  if (!areShown(divided, command)) return reject({ code: 'sumsChanged', ...divided });
  const { toBuyer } = divided;
  const data = { at, ...divided };
  return record(...events(transaction, { type: 'DisputeAccepted', data }, requestRefund(toBuyer, at)));
};

export const contestDispute: Decide<'ContestDispute'> = (command, transaction) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record({
    type: 'DisputeContested',
    data: { at, text, evidence, decideBy: due('disputeReview', at, transaction) },
  });
};

export const offerSettlement: Decide<'OfferSettlement'> = (command, transaction) => {
  const { at, toBuyer } = command;
  if (toBuyer === 0 || !divide(transaction, toBuyer)) return outOfRange(transaction, 1);
  return record({
    type: 'SettlementOffered',
    data: { at, toBuyer, lapsesAt: due('settlementOffer', at, transaction) },
  });
};

export const acceptSettlement: Decide<'AcceptSettlement'> = (command, transaction) => {
  const { at } = command;
  const divided = divideAsAgreed(transaction, transaction.offer?.toBuyer ?? 0);
  if (!areShown(divided, command)) return reject({ code: 'sumsChanged', ...divided });
  const { toBuyer } = divided;
  const data = { at, ...divided };
  return record(...events(transaction, { type: 'SettlementAccepted', data }, requestRefund(toBuyer, at)));
};

export const refuseSettlement: Decide<'RefuseSettlement'> = ({ at }) =>
  record({ type: 'SettlementRefused', data: { at } });
