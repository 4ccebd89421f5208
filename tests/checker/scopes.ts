import type { RuledCommand } from '#domain/transactions/process/commandTable.ts';
import type { Scope } from './moves.ts';

const SMALL = 8_000;
const UNTROUBLED: Pick<Scope, 'without' | 'providerFails' | 'chargebacks'> = {
  without: [],
  providerFails: false,
  chargebacks: 0,
};
/** The holds that the parties place beside a dispute. */
const ONE_QUARREL = ['PauseEscrow', 'RequestReturn', 'OfferSettlement'] as const;

/** Whatever a bank’s claim need not meet to be seen. */
const HARDLY_ANYTHING = [
  ...ONE_QUARREL,
  'OpenDispute',
  'PlaceStaffHold',
  'Cancel',
  'ConfirmDelivery',
] as const satisfies RuledCommand[];

const QUARRELS: Scope = {
  ...UNTROUBLED,
  name: 'the parties pause, return, dispute and offer as they like',
  price: SMALL,
  without: ['PlaceStaffHold', 'AppealDecision'],
};
export const PROVIDER: Scope = {
  ...UNTROUBLED,
  name: 'the provider fails, and is paid twice',
  price: SMALL,
  providerFails: true,
  without: [...ONE_QUARREL, 'SettleOutsideProvider'],
};
export const BANK: Scope = {
  ...UNTROUBLED,
  name: 'the payer’s bank takes the money back twice',
  price: SMALL,
  chargebacks: 2,
  owedFirst: true,
  without: [
    ...ONE_QUARREL,
    'PlaceStaffHold',
    'WithdrawDispute',
    'ConfirmDelivery',
    'Cancel',
    'AppealDecision',
    'SettleOutsideProvider',
  ],
};
export const LATE_MONEY: Scope = {
  ...UNTROUBLED,
  name: 'refunds fail while the payer’s bank takes the money back',
  price: SMALL,
  providerFails: 'refunds',
  chargebacks: 1,
  owedFirst: true,
  without: HARDLY_ANYTHING,
};
export const OWED: Scope = {
  ...UNTROUBLED,
  name: 'what a bank gives back of a decided refund is owed beside the sale',
  price: SMALL,
  providerFails: 'refunds',
  chargebacks: 1,
  without: [...HARDLY_ANYTHING, 'AppealDecision', 'SettleOutsideProvider'],
};
const OWED_AND_TWO_CLAIMS: Scope = {
  ...UNTROUBLED,
  name: 'two claims of the bank meet what is owed beside the sale',
  price: SMALL,
  chargebacks: 2,
  without: [...HARDLY_ANYTHING, 'AppealDecision', 'SettleOutsideProvider', 'RetryRefund'],
};
export const COMES_BACK: Scope = {
  ...UNTROUBLED,
  name: 'payouts fail while the payer’s bank takes the money back and gives it again',
  price: SMALL,
  providerFails: 'payouts',
  chargebacks: 1,
  without: [...HARDLY_ANYTHING, 'AppealDecision'],
};
export const BY_HAND: Scope = {
  ...UNTROUBLED,
  name: 'somebody sends money back by hand, and refunds arrive by two tries and come back',
  price: SMALL,
  byHand: true,
  providerFails: 'refunds',
  without: HARDLY_ANYTHING.filter((type) => type !== 'Cancel'),
};
export const TWO_CURRENCIES: Scope = {
  ...UNTROUBLED,
  name: 'money comes, is claimed and is sent back in two currencies',
  price: SMALL,
  byHand: true,
  foreign: true,
  without: [...HARDLY_ANYTHING, 'AppealDecision'],
};
const MUCH_MONEY: Scope = {
  ...UNTROUBLED,
  name: 'two members of staff decide over much money',
  price: 60_000,
  without: ONE_QUARREL,
};
const OUTSIDE_PROVIDER: Scope = {
  ...UNTROUBLED,
  name: 'staff pay by bank transfer, two of them, what fails to go back and arrives after all',
  price: 60_000,
  providerFails: true,
  without: [...ONE_QUARREL, 'OpenDispute', 'DecideDispute', 'AppealDecision'],
};

/** Everything at once is more than a test can wait for: in each of these one part of the world does its worst. */
export const SCOPES: readonly Scope[] = [
  QUARRELS,
  PROVIDER,
  BANK,
  LATE_MONEY,
  OWED,
  OWED_AND_TWO_CLAIMS,
  COMES_BACK,
  BY_HAND,
  TWO_CURRENCIES,
  MUCH_MONEY,
  OUTSIDE_PROVIDER,
];

/** It takes the most steps of all, so a second core walks it meanwhile. */
export const LARGEST = LATE_MONEY;

/** Faults that show late, or only when all states are known, are put back into these: they are as small as they can be. */
export const RETURN_AND_DISPUTE: Scope = {
  ...QUARRELS,
  name: 'a return and a dispute',
  without: [...QUARRELS.without, 'PauseEscrow', 'OfferSettlement', 'WithdrawDispute', 'ConfirmDelivery', 'Cancel'],
};
export const CLAIM_AND_DISPUTE: Scope = { ...BANK, name: 'one claim and a dispute', chargebacks: 1 };
export const ONE_CLAIM: Scope = {
  ...UNTROUBLED,
  name: 'one claim',
  price: SMALL,
  chargebacks: 1,
  without: HARDLY_ANYTHING,
};
export const ONE_CLAIM_UNDECIDED: Scope = {
  ...ONE_CLAIM,
  name: 'one claim, and the staff decide nothing',
  without: [...HARDLY_ANYTHING, 'DecideDispute', 'AppealDecision'],
};
export const HELD: Scope = { ...UNTROUBLED, name: 'held', price: SMALL, without: HARDLY_ANYTHING };
export const REFUND_FAILS: Scope = { ...HELD, name: 'refunds fail', providerFails: 'refunds' };

/** For an afternoon: `npm run check:escrow -- --everything`. */
export const EVERYTHING: Scope = {
  name: 'everything at once',
  price: SMALL,
  without: [],
  providerFails: true,
  chargebacks: 1,
};
