import { expect, test } from 'vitest';
import { groupedIban } from '#web/accounts/settings/iban.ts';
import { passwordError, passwordFailure } from '#web/accounts/settings/passwordRules.ts';
import { ApiError } from '#web/api/ApiError.ts';
import { clampRate } from '#web/ui/rateClamp.ts';
import { rateFailure } from '#web/ui/rateRules.ts';

const WEAK =
  'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character';
const strong = { currentPassword: 'x', newPassword: 'Relicless1!', confirmPassword: 'Relicless1!' };

test('a rate above 100 becomes 100 and says so [D2-227]', () => {
  expect(clampRate('140')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('100.01')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('1.250,00')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('100')).toEqual({ value: '100', message: null });
});

test('a negative rate becomes 0 [D2-228]', () => {
  expect(clampRate('-0.01')).toEqual({ value: '0', message: null });
  expect(clampRate('0')).toEqual({ value: '0', message: null });
});

test('what is still being typed is left alone', () => {
  expect(clampRate('')).toEqual({ value: '', message: null });
  expect(clampRate('7.5')).toEqual({ value: '7.5', message: null });
  expect(clampRate('6,50')).toEqual({ value: '6,50', message: null });
  expect(clampRate('1.250')).toEqual({ value: '1.250', message: null });
});

test('the submit check refuses negative rates, rates above 100 and a third decimal [D2-229] [D2-226]', () => {
  expect(rateFailure('-1')).toBe('Shipping rates cannot be negative');
  expect(rateFailure('100.01')).toBe('Shipping rates cannot exceed €100');
  expect(rateFailure('5.005')).toMatch(/two decimals/);
  expect(rateFailure('')).toMatch(/amount in euros/);
  expect(rateFailure('1.250')).toMatch(/^Unclear/);
  expect(rateFailure('6,50')).toBeNull();
  expect(rateFailure('0')).toBeNull();
  expect(rateFailure('100')).toBeNull();
});

test.each([
  ['currentPassword', 'Current password is required'],
  ['newPassword', 'New password is required'],
  ['confirmPassword', 'Please confirm the new password'],
] as const)('%s is required [D2-211]', (field, message) => {
  expect(passwordFailure({ ...strong, [field]: '' })).toEqual({ field, message });
});

test('different new passwords do not match [D2-212]', () => {
  expect(passwordFailure({ ...strong, confirmPassword: 'Relicless2!' })).toEqual({
    field: 'confirmPassword',
    message: 'New passwords do not match',
  });
});

test.each([
  ['seven characters', 'Relic1!'],
  ['no lowercase letter', 'RELICLESS1!'],
  ['no uppercase letter', 'relicless1!'],
  ['no digit', 'Relicless!!'],
  ['no special character', 'Relicless11'],
  ['a space', 'Relic less1!'],
  ['a hyphen', 'Relic-less1!'],
  ['an accent', 'Rélicless1!'],
])('a new password with %s is refused [D2-213] [D2-214] [D2-215] [D2-216]', (_, newPassword) => {
  expect(passwordFailure({ currentPassword: 'x', newPassword, confirmPassword: newPassword })).toEqual({
    field: 'newPassword',
    message: WEAK,
  });
});

test('a strong new password passes', () => {
  expect(passwordFailure(strong)).toBeNull();
});

const refusal = (message: string) =>
  new ApiError(message, { status: 400, statusText: 'Bad Request', data: { message }, endpoint: '' });

test('an invalid authentication code means that the current password is wrong [D2-349]', () => {
  expect(passwordError(refusal('invalid authentication code'))).toEqual({
    field: 'currentPassword',
    message: 'Current password is incorrect',
  });
});

test('a lost answer does not deny a change that may have been made', () => {
  const lost = new ApiError('No answer', { status: 0, statusText: '', endpoint: 'user/change-password' });
  const { field, message } = passwordError(lost);
  expect(field).toBe('currentPassword');
  expect(message).toContain('your password may have changed');
});

test('whoever has tried too often is told when to try again, not that it is the new password', () => {
  const message = 'Too many attempts. Please try again in 15 minutes.';
  const often = { status: 429, statusText: 'Too Many Requests', data: { message }, endpoint: 'user/change-password' };
  expect(passwordError(new ApiError(message, often))).toEqual({ field: 'currentPassword', message });
});

test('any other failure asks to try again [D2-350]', () => {
  expect(passwordError(new Error('broken')).message).toBe('Failed to update password. Please try again.');
});

test('an IBAN is grouped in fours, capitals, however it was pasted', () => {
  expect(groupedIban('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00');
  expect(groupedIban(' NL91 ABNA 0417\t1643 00 ')).toBe('NL91 ABNA 0417 1643 00');
});
