import { expect, test } from 'vitest';
import { accessText } from '#domain/notifications/accessLogText.ts';
import {
  accountAccessReason,
  messageAccessReason,
  transactionAccessReason,
} from '#domain/notifications/accessReasons.ts';

const SALE = `transaction-${'0'.repeat(22)}0123456789`;
const ACCOUNT = `account-${'a'.repeat(32)}`;

test.each([
  [SALE, ['address', 'trackingCode'], 'opened address, tracking code of TX26KNCTWB (Shipping set)'],
  [SALE, ['caseFile', 'address', 'evidence'], 'viewed the case of TX26KNCTWB (events 0–18), with address, photos'],
  [SALE, ['bundle'], 'downloaded the record of TX26KNCTWB (events 0–18), personal data hidden'],
  [SALE, ['replay'], 'viewed the state of TX26KNCTWB (events 0–18), personal data hidden'],
  [ACCOUNT, ['accountFile', 'email', 'fullName'], 'viewed the page of the account, with e-mail address, full name'],
  [ACCOUNT, ['accountList', 'email'], 'viewed a list with the account, with e-mail address'],
  [
    'conversation-1',
    ['reportedMessage', 'content'],
    'viewed a message and its context in a conversation, with text of a message',
  ],
  [ACCOUNT, ['eventExport'], 'exported events of many histories '],
])('names what was opened: of %s %j', (of, fields, sentence) => {
  const { did, record, more } = accessText({ of, fields, revision: 18, event: 'ShippingSet' });
  expect(`${did} ${record}${more}`).toBe(sentence);
});

test('states what makes the sale a case at that moment', () => {
  const of = (...reasons: Parameters<typeof transactionAccessReason>[0]) => transactionAccessReason(reasons, 'staff');
  expect(of('disputeOpen')).toEqual({ purpose: 'dispute', reason: 'The case of this sale: A dispute is open' });
  expect(of('decisionPending')).toEqual({
    purpose: 'dispute',
    reason: 'The case of this sale: A dispute was decided, and its money is still on the way',
  });
  expect(of('decisionPending', 'payoutRefused', 'payoutRefused')).toEqual({
    purpose: 'support',
    reason:
      'The case of this sale: A dispute was decided, and its money is still on the way; The seller’s bank refused the payout, and the seller was asked for another account',
  });
  expect(of()).toEqual({
    purpose: 'support',
    reason: 'Viewed with personal data hidden, because the sale has no open case',
  });
  expect(transactionAccessReason(['disputeOpen'], 'auditor').purpose).toBe('audit');
});

test('states the purpose without revealing who reported a message', () => {
  expect(accountAccessReason('accountFile', 'staff')).toEqual({ purpose: 'support', reason: 'Looked up the account' });
  expect(accountAccessReason('accountList', 'admin').purpose).toBe('audit');
  expect(messageAccessReason('staff').reason).toContain('or stood out by its wording');
});
