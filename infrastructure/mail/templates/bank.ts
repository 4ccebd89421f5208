import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { type Family, moment } from '../content.ts';

const BANK = { label: 'Open Seller Settings', path: '/settings?tab=seller' };

export const bankEmails = {
  bankDetailsChanged: ({ details }) => ({
    subject: 'Your bank details were saved',
    heading: 'Your bank details were saved',
    paragraphs: [
      'We are checking that the account can receive money, and will write again.',
      ...(details.heldUntil === null
        ? []
        : [`Because the account has changed, payouts wait until ${moment(details.heldUntil)}. This protects you.`]),
    ],
    action: BANK,
    note: 'If it was not you, change your password at once and write to us.',
  }),
  bankAccountVerified: () => ({
    subject: 'Your bank account is verified',
    heading: 'Your bank account is verified',
    paragraphs: [
      `We pay the money from your sales to this account. If you changed the account or its holder, payouts start ${ACCOUNT_TERMS.bankChange} after the change.`,
    ],
    action: { label: 'My Sales', path: '/transactions' },
  }),
  bankAccountRejected: () => ({
    subject: 'Your bank account could not be verified',
    heading: 'Your bank account could not be verified',
    paragraphs: [
      'This account cannot receive payouts at the moment. It must be in your own name and accept SEPA payments.',
      'Check the details and save them again. We hold the money from your sales for you meanwhile.',
    ],
    action: BANK,
  }),
} as const satisfies Family;
