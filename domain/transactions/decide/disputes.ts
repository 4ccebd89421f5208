import { record, reject } from '../../shared/decider.ts';
import type { Cents } from '../../shared/money.ts';
import { partOf } from '../allowed.ts';
import { divide, divideAsAgreed, isBuyersAlone, mostToDivide } from '../division.ts';
import type { ReferredCategory } from '../events.ts';
import type { Split } from '../fees.ts';
import { isClaimable } from '../process/conditions.ts';
import { due } from '../process/terms.ts';
import { claimsEnd, hasPayoutBegun, heldMoney, leastRefund, type Sale } from '../state.ts';
import { attaching } from './attaching.ts';
import { type Decide, type Decision, facts, ifAllowed, isBlank, type Step } from './deciding.ts';
import { goOn, release, remainingAt, requestRefund } from './following.ts';

export const outOfRange = (sale: Sale, least: Cents): Decision => {
  const [from, to] = isBuyersAlone(sale)
    ? [heldMoney(sale), heldMoney(sale)]
    : [Math.max(least, leastRefund(sale)), mostToDivide(sale)];
  return reject({ code: 'amountOutOfRange', least: from, most: to });
};

export const referred = (sale: Sale, at: number) =>
  ({ type: 'DisputeReferred', data: { at, decideBy: due('disputeReview', at, sale) } }) as const;

/** A dispute that needs no answer from the seller goes to the staff at once. */
export const openedUnderReview = (
  data: { at: number; category: ReferredCategory; by: 'seller' | 'system' },
  claim: Cents,
  text: string | null,
  evidence: string[],
): Step[] => [
  (sale) => [
    {
      type: 'DisputeOpened',
      data: {
        ...data,
        claim,
        text,
        evidence,
        answerBy: due('disputeAnswer', data.at, sale),
        remaining: remainingAt(sale, data.at),
      },
    },
  ],
  (sale) => [referred(sale, data.at)],
];

const isLateClaim = (sale: Sale, at: number): boolean =>
  hasPayoutBegun(sale) || (sale.money === 'payable' && !isClaimable(sale, at));

/** The buyer is told that it is over, rather than that it is not possible now. */
export const openDispute: Decide<'OpenDispute'> = (command, sale, machine) => {
  const end = claimsEnd(sale);
  return end !== null && command.at > end && partOf(sale, command.by) === 'buyer'
    ? reject({ code: 'claimsOver', policyVersion: sale.policyVersion })
    : ifAllowed(attaching(openOrRecord))(command, sale, machine);
};

const openOrRecord: Decide<'OpenDispute'> = (command, sale) => {
  const { at, category, claim, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  if (partOf(sale, command.by) === 'seller')
    return record(
      ...facts(sale, ...openedUnderReview({ at, category: 'PAUSED_TOO_LONG', by: 'seller' }, 0, text, evidence)),
    );
  if (isLateClaim(sale, at)) return record({ type: 'LateClaimRecorded', data: { at, by: 'buyer', text, evidence } });
  if (claim === 0 || !divide(sale, claim)) return outOfRange(sale, 1);
  const revoked: Step[] =
    sale.money === 'payable' && sale.released
      ? [{ type: 'ReleaseRevoked', data: { at, toSeller: sale.released.toSeller, fee: sale.released.fee } }]
      : [];
  const remaining = remainingAt(sale, at);
  const data = {
    at,
    by: 'buyer',
    category,
    claim,
    text,
    evidence,
    answerBy: due('disputeAnswer', at, sale),
    remaining,
  } as const;
  return record(...facts(sale, { type: 'DisputeOpened', data }, ...revoked));
};

/** In escrow the clock goes on; after a release, that release stands again. */
export const withdrawDispute: Decide<'WithdrawDispute'> = (command, sale) => {
  const { at, seller } = command;
  const again: Step[] = sale.status === 'ESCROW_COMPLETED' ? [release(sale.released?.by ?? 'timer', at)] : [];
  return record(...facts(sale, { type: 'DisputeWithdrawn', data: { at } }, ...again, goOn(seller, at, 'buyer')));
};

/** Nobody accepts other sums than those they read. */
const areShown = (now: Split, shown: Pick<Split, 'toBuyer' | 'toSeller'>): boolean =>
  now.toBuyer === shown.toBuyer && now.toSeller === shown.toSeller;

export const acceptClaim: Decide<'AcceptClaim'> = (command, sale) => {
  const { at } = command;
  const divided = divideAsAgreed(sale, sale.claim?.amount ?? 0);
  if (!areShown(divided, command)) return reject({ code: 'sumsChanged', ...divided });
  const { toBuyer } = divided;
  const data = { at, ...divided };
  return record(...facts(sale, { type: 'DisputeAccepted', data }, requestRefund(toBuyer, at)));
};

export const contestDispute: Decide<'ContestDispute'> = (command, sale) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record({ type: 'DisputeContested', data: { at, text, evidence, decideBy: due('disputeReview', at, sale) } });
};

export const offerSettlement: Decide<'OfferSettlement'> = (command, sale) => {
  const { at, toBuyer } = command;
  if (toBuyer === 0 || !divide(sale, toBuyer)) return outOfRange(sale, 1);
  return record({ type: 'SettlementOffered', data: { at, toBuyer, lapsesAt: due('settlementOffer', at, sale) } });
};

export const acceptSettlement: Decide<'AcceptSettlement'> = (command, sale) => {
  const { at } = command;
  const divided = divideAsAgreed(sale, sale.offer?.toBuyer ?? 0);
  if (!areShown(divided, command)) return reject({ code: 'sumsChanged', ...divided });
  const { toBuyer } = divided;
  const data = { at, ...divided };
  return record(...facts(sale, { type: 'SettlementAccepted', data }, requestRefund(toBuyer, at)));
};

export const refuseSettlement: Decide<'RefuseSettlement'> = ({ at }) =>
  record({ type: 'SettlementRefused', data: { at } });
