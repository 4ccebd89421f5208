import { expect, test } from 'vitest';
import { fieldsInWords, isWholeRecord } from '#domain/notifications/accessLogText.ts';
import { accountAccessReason, messageAccessReason } from '#domain/notifications/accessReasons.ts';

test.each([
  [['caseFile', 'address', 'evidence'], 'the case file (address, photos)'],
  [['replay'], 'the state of the sale, personal data masked'],
  [['accountFile', 'email', 'fullName'], 'the page of the account (e-mail address, full name)'],
  [['accountList', 'email'], 'a list of accounts (e-mail address)'],
  [['reportedMessage', 'content'], 'a message and its context (text of a message)'],
])('describes access to a whole record: %j', (fields, words) => {
  expect([isWholeRecord(fields), fieldsInWords(fields)]).toEqual([true, words]);
});

test('states the purpose without revealing who reported a message', () => {
  expect(accountAccessReason('accountFile', 'staff')).toEqual({ purpose: 'support', reason: 'Looked up the account' });
  expect(accountAccessReason('accountList', 'admin').purpose).toBe('audit');
  expect(messageAccessReason('staff').reason).toContain('or stood out by its wording');
});
