import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { type Family, moment } from '../content.ts';

const BANK = { label: 'Open Seller Settings', path: '/settings?tab=seller' };

export const bankEmails = {
  bankDetailsChanged: ({ details }) => ({
    subject: 'Your bank details were saved',
    heading: 'Your bank details were saved',
    paragraphs: [
      'We check now that the account can receive money, and write again.',
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
      `The money of your sales is paid out to it. If you changed the account or its holder, payouts begin ${ACCOUNT_TERMS.bankChange} after you did.`,
    ],
    action: { label: 'My Sales', path: '/transactions' },
  }),
  bankAccountRejected: () => ({
    subject: 'Your bank account could not be verified',
    heading: 'Your bank account could not be verified',
    paragraphs: [
      'The account you gave cannot receive payouts at present. It must be in your own name and able to receive SEPA payments.',
      'Check the details and save them again. Money of your sales waits for you meanwhile.',
    ],
    action: BANK,
  }),
} as const satisfies Family;
