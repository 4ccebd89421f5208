import { expect, test } from 'vitest';
import { afterLogin, safeReturnUrl } from '#web/accounts/returnUrl.ts';

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\\\evil.example',
  'listings',
  '',
])('replaces a returnUrl that leads off this site with the listings: %j [D1-048] [D2-041]', (wanted) => {
  expect(safeReturnUrl(wanted)).toBeUndefined();
  expect(afterLogin(null, wanted)).toBe('/listings');
});

test('accepts a path on this site with its query', () => {
  expect(afterLogin(null, '/transactions?type=sale')).toBe('/transactions?type=sale');
});

test('rewrites a public listing page to the member page [D1-050]', () => {
  expect(afterLogin(null, '/public/listings/abc?from=mail')).toBe('/listings/abc?from=mail');
  expect(afterLogin(null, '/public/listings')).toBe('/public/listings');
});

test('prefers the previous location to returnUrl, and that to the listings [D1-047] [D1-049]', () => {
  const from = { pathname: '/transactions', search: '?type=sale', hash: '' };
  expect(afterLogin({ from }, '/dashboard')).toBe('/transactions?type=sale');
  expect(afterLogin({ from: '/listings/1' }, null)).toBe('/listings/1');
  expect(afterLogin(null, '/dashboard')).toBe('/dashboard');
  expect(afterLogin(null, null)).toBe('/listings');
});

test('leads staff to their cases and auditors to the audit trail, unless they were on their way elsewhere', () => {
  expect(afterLogin(null, null, ['member', 'staff', 'auditor'])).toBe('/staff');
  expect(afterLogin(null, null, ['member', 'auditor'])).toBe('/audit');
  for (const roles of [['member'], ['member', 'admin']] as const)
    expect(afterLogin(null, null, roles)).toBe('/listings');
  expect(afterLogin(null, '/dashboard', ['member', 'staff'])).toBe('/dashboard');
  expect(afterLogin(null, '//evil.example', ['member', 'staff'])).toBe('/staff');
});
