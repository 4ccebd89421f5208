import { formatSum } from '../../shared/currencies.ts';
import { noEmail, toBoth, toBuyer, toSeller } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';
import { byWhom, foreign } from './text.ts';

/** Chargebacks, and actions of staff and provider outside escrow. */
export const holds = {
  ChargebackOpened: {
    sentence: 'The payment is disputed at the bank',
    audience: 'both',
    emails: ({ amount }) => toBoth('saleOnHold', { cause: 'bank', amount }),
    toStaff: asCase('chargeback'),
  },
  ChargebackWon: {
    sentence: 'The bank decided for the sale',
    audience: 'both',
    emails: toBoth('saleGoesOn', { cause: 'bank' }),
  },
  ChargebackLost: {
    sentence: 'The bank gave the money back to the buyer',
    audience: 'both',
    emails: ({ amount, currency }) =>
      toBoth('chargebackLost', { amount, goesOn: 0, through: 'bank', ...foreign(currency) }),
  },
  ChargebackPartlyLost: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `The bank gave ${formatSum(amount, currency)} back to the buyer`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) =>
      toBoth('chargebackLost', { amount, goesOn: 1, through: 'bank', ...foreign(currency) }),
  },
  OneChargebackWon: {
    sentence: 'The bank decided one claim for the sale; another is open',
    audience: 'both',
    emails: noEmail('the hold goes on; its end has its own email'),
  },
  OneChargebackPartlyLost: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `The bank gave ${formatSum(amount, currency)} back to the buyer`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) =>
      toBoth('chargebackLost', { amount, goesOn: 1, through: 'bank', ...foreign(currency) }),
  },
  ChargebackReversed: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `The bank returned ${formatSum(amount, currency)} to us after all`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) => toBoth('chargebackReversed', { amount, hadEnded: 1, ...foreign(currency) }),
  },
  ChargebackPartlyReversed: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `The bank returned ${formatSum(amount, currency)} to us after all`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) => toBoth('chargebackReversed', { amount, ...foreign(currency) }),
  },
  LateChargebackReversed: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the marketplace’s own matter, an email to staff'),
    toStaff: asCase(({ amount, owed }) => (owed === amount ? 'refundFailed' : 'chargebackReversed')),
  },
  LossRecovered: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)} had gone back to the buyer`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) =>
      toBoth('chargebackLost', { amount, goesOn: 0, through: null, ...foreign(currency) }),
  },
  LossPartlyRecovered: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)} had gone back to the buyer`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) =>
      toBoth('chargebackLost', { amount, goesOn: 1, through: null, ...foreign(currency) }),
  },
  ChargebackEndedByStaff: {
    sentence: saying(['outcome'], ({ outcome }) => `Our staff took the bank’s claim for ${outcome}`),
    audience: 'staff',
    emails: noEmail('its result is an event with its own email'),
    statement: ({ rationale }) => ({ words: rationale }),
  },
  ChargebackEndProposed: {
    sentence: saying(['outcome'], ({ outcome }) => `Proposed, to be confirmed: the bank’s claim is ${outcome}`),
    audience: 'staff',
    emails: noEmail('nothing has moved yet: an email to staff'),
    toStaff: asCase('confirmation', ({ proposedBy }) => proposedBy),
    statement: ({ rationale }) => ({ words: rationale }),
  },
  ChargebackEndRejected: {
    sentence: saying(['own'], ({ own }) => (own ? 'It was taken back' : 'Another member of staff rejected it')),
    audience: 'staff',
    emails: noEmail('nothing has moved'),
    statement: ({ reason }) => ({ words: reason }),
  },
  EvidencePackSubmitted: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the parties learn what the bank decides'),
  },
  EvidencePackDelivered: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the parties learn what the bank decides'),
  },
  EvidencePackRefused: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the parties learn what the bank decides'),
  },
  LateChargebackOpened: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the money has left: the marketplace’s own matter, an email to staff'),
    toStaff: asCase('chargeback'),
  },
  LateChargebackWon: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the marketplace’s own matter'),
  },
  LateChargebackLost: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the marketplace’s own loss'),
  },
  LateClaimRecorded: {
    sentence: saying(['by'], ({ by }) => `A late claim was made ${byWhom(by)}`),
    audience: 'both',
    emails: [toSeller('lateClaim')],
    toStaff: asCase('lateClaim'),
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
  ProviderFactRecorded: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('irrelevant to the parties; with an amount, an email to staff'),
    toStaff: asCase(({ amount }) => (amount ? 'providerFact' : null)),
  },
  StaffHoldPlaced: {
    sentence: 'Our staff hold the sale',
    audience: 'both',
    emails: toBoth('saleOnHold', { cause: 'staff' }),
    toStaff: asCase('staffHold', ({ by }) => by),
    statement: ({ reason }) => ({ words: reason }),
  },
  StaffHoldLifted: {
    sentence: 'Our staff lifted their hold',
    audience: 'both',
    emails: toBoth('saleGoesOn', { cause: 'staff' }),
    statement: ({ reason }) => ({ words: reason }),
  },
  EscalatedToStaff: {
    sentence: null,
    audience: 'staff',
    // staff get an e-mail as well; a hold has an event of its own
    emails: ({ cause }) =>
      cause === 'refundSilent' ? [toBuyer('refundDelayed', { retryAt: null, unconfirmed: 1 })] : [],
    toStaff: asCase(({ cause }) => cause),
  },
  EscalationRenewed: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('nothing has happened yet'),
  },
  DifferenceBooked: {
    sentence: saying(
      ['object', 'objectId', 'lost', 'currency'],
      ({ object, objectId, lost, currency }) =>
        `Booked as our loss: the provider took ${formatSum(lost, currency)} beyond our records for the ${object} ${objectId}`,
    ),
    audience: 'staff',
    emails: noEmail('no money of the parties moves'),
    statement: ({ rationale }) => ({ words: rationale }),
  },
  DifferenceProposed: {
    sentence: saying(
      ['object', 'objectId', 'lost', 'currency'],
      ({ object, objectId, lost, currency }) =>
        `Proposed, to be confirmed: ${formatSum(lost, currency)} of the ${object} ${objectId} is our loss`,
    ),
    audience: 'staff',
    emails: noEmail('nothing has moved yet: an email to staff'),
    toStaff: asCase('confirmation', ({ proposedBy }) => proposedBy),
    statement: ({ rationale }) => ({ words: rationale }),
  },
  CaseClosed: {
    sentence: saying(['kind'], ({ kind }) => `Our staff dealt with it: ${kind}`),
    audience: 'staff',
    emails: noEmail('a note of staff about their own work'),
    statement: ({ note, kind }) => ({ words: note, category: kind }),
  },
} satisfies Partial<TransactionEventTexts>;
