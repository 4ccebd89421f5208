import { expect, test } from 'vitest';
import { groupedIban } from '#web/accounts/components/settings/iban.ts';
import { passwordError, passwordFailure } from '#web/accounts/components/settings/passwordRules.ts';
import { ApiError } from '#web/api/ApiError.ts';
import { clampRate } from '#web/ui/rateClamp.ts';
import { rateFailure } from '#web/ui/rateRules.ts';

const WEAK =
  'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character';
const strong = { currentPassword: 'x', newPassword: 'Relicless1!', confirmPassword: 'Relicless1!' };

test('clamps a rate above 100 to 100 and says so [D2-227]', () => {
  expect(clampRate('140')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('100.01')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('1.250,00')).toEqual({ value: '100', message: 'Shipping rates cannot exceed €100' });
  expect(clampRate('100')).toEqual({ value: '100', message: null });
});

test('clamps a negative rate to 0 [D2-228]', () => {
  expect(clampRate('-0.01')).toEqual({ value: '0', message: null });
  expect(clampRate('0')).toEqual({ value: '0', message: null });
});

test('does not change a rate while it is typed', () => {
  expect(clampRate('')).toEqual({ value: '', message: null });
  expect(clampRate('7.5')).toEqual({ value: '7.5', message: null });
  expect(clampRate('6,50')).toEqual({ value: '6,50', message: null });
  expect(clampRate('1.250')).toEqual({ value: '1.250', message: null });
});

test('refuses negative rates, rates above 100 and a third decimal on submit [D2-229] [D2-226]', () => {
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
] as const)('requires %s [D2-211]', (field, message) => {
  expect(passwordFailure({ ...strong, [field]: '' })).toEqual({ field, message });
});

test('refuses new passwords that differ [D2-212]', () => {
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
])('rejects a new password with %s [D2-213] [D2-214] [D2-215] [D2-216]', (_, newPassword) => {
  expect(passwordFailure({ currentPassword: 'x', newPassword, confirmPassword: newPassword })).toEqual({
    field: 'newPassword',
    message: WEAK,
  });
});

test('accepts a strong new password', () => {
  expect(passwordFailure(strong)).toBeNull();
});

const refusal = (message: string) =>
  new ApiError(message, { status: 400, statusText: 'Bad Request', data: { message }, endpoint: '' });

test('maps an invalid authentication code to a wrong current password [D2-349]', () => {
  expect(passwordError(refusal('invalid authentication code'))).toEqual({
    field: 'currentPassword',
    message: 'Current password is incorrect',
  });
});

test('says that the password may have changed if the answer is lost', () => {
  const lost = new ApiError('No answer', { status: 0, statusText: '', endpoint: 'user/change-password' });
  const { field, message } = passwordError(lost);
  expect(field).toBe('currentPassword');
  expect(message).toContain('your password may have changed');
});

test('says when to try again after too many attempts', () => {
  const message = 'Too many attempts. Please try again in 15 minutes.';
  const often = { status: 429, statusText: 'Too Many Requests', data: { message }, endpoint: 'user/change-password' };
  expect(passwordError(new ApiError(message, often))).toEqual({ field: 'currentPassword', message });
});

test('asks to try again after any other failure [D2-350]', () => {
  expect(passwordError(new Error('broken')).message).toBe('Failed to update password. Please try again.');
});

test('groups a pasted IBAN in fours and in capitals', () => {
  expect(groupedIban('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00');
  expect(groupedIban(' NL91 ABNA 0417\t1643 00 ')).toBe('NL91 ABNA 0417 1643 00');
});
