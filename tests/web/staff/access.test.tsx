// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Role } from '#domain/shared/actor.ts';
import { freshBrowser, to } from '#tests/support/browser.tsx';
import { aCasePage } from '../transactions/cases/aCase.ts';
import { openAs } from './desk.ts';

freshBrowser();

const places = async () => {
  const panel = within(await screen.findByRole('navigation', { name: 'Command Center' }));
  return panel
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((href) => href?.startsWith('/staff') || href?.startsWith('/audit'));
};

const OF_STAFF = ['/staff', '/staff/accounts', '/staff/reports', '/staff/reports/listings', '/staff/reports/reviews'];
const OF_AUDIT = ['/audit', '/audit/events', '/audit/ledger', '/audit/terms', '/audit/work', '/audit/log'];
const OF_WATCH = ['/audit/security', '/audit/disclosures'];

test.each<[Role[], string[]]>([
  [[], []],
  [['staff'], [...OF_STAFF, ...OF_AUDIT]],
  [['auditor'], [...OF_STAFF, '/staff/roles', ...OF_AUDIT, ...OF_WATCH]],
  [['admin'], [...OF_STAFF, '/staff/roles', ...OF_AUDIT, ...OF_WATCH]],
])('links the roles %j in the Command Center to their desks', async (roles, expected) => {
  openAs(roles, '/faq-contact');
  await screen.findByRole('heading', { level: 1, name: 'FAQ & Contact Us' });
  await waitFor(async () => expect(await places()).toEqual(expected));
});

test('puts work before the links of a member, in both menus', async () => {
  openAs(['staff'], '/faq-contact');
  const panel = within(await screen.findByRole('navigation', { name: 'Command Center' }));
  await panel.findByRole('link', { name: 'Cases' });
  const labels = panel.getAllByRole('link').map(({ textContent }) => textContent);
  expect(labels[0]).toBe('Cases');
  expect(labels.indexOf('Transparency log')).toBeLessThan(labels.indexOf('Browse Listings'));
  expect(panel.getByText('As a member')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu, archivist' }));
  const [first, second] = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect([first?.textContent, first?.getAttribute('href'), second?.textContent]).toEqual([
    'Cases',
    '/staff',
    'My Listings',
  ]);
});

test.each([
  '/staff',
  '/staff/cases/x',
  '/staff/accounts',
  '/staff/reports',
  '/staff/reports/listings',
  '/staff/reports/reviews',
  '/staff/roles',
  '/audit',
  '/audit/events',
  '/audit/ledger',
  '/audit/terms',
  '/audit/log',
  '/audit/security',
  '/audit/disclosures',
])('seals %s to members without a request', async (path) => {
  const { sent } = openAs([], path);
  expect(await screen.findByText('These archives are sealed to you')).toBeTruthy();
  expect(sent.filter(({ path: asked }) => /^(staff|audit|admin)\//.test(asked))).toEqual([]);
});

test.each(['/staff/roles', '/audit/security', '/audit/disclosures'])('seals %s to staff', async (path) => {
  openAs(['staff'], path);
  expect(await screen.findByText('These archives are sealed to you')).toBeTruthy();
});

test('shows the number of open cases next to the link for readers of cases', async () => {
  const { sent } = openAs(['auditor'], '/faq-contact', { 'GET staff/cases': aCasePage([], { totalCount: 6 }) });
  expect((await screen.findByRole('link', { name: 'Cases 6 open' })).getAttribute('href')).toBe('/staff');
  expect(to(sent, 'staff/cases')).toHaveLength(1);
});

test.each([
  ['Reported messages', '/staff/reports', 'staff/message-reports'],
  ['Reported listings', '/staff/reports/listings', 'staff/listing-reports'],
  ['Reported reviews', '/staff/reports/reviews', 'staff/review-reports'],
])('shows the number of waiting %s next to their link', async (label, path, call) => {
  const { sent } = openAs(['staff'], '/faq-contact', { [`GET ${call}`]: { totalCount: 3 } });
  expect((await screen.findByRole('link', { name: `${label} 3 open` })).getAttribute('href')).toBe(path);
  expect(to(sent, call)[0]?.query.get('state')).toBe('open');
});

test('requests nothing of the desks for members', async () => {
  const { sent } = openAs([], '/faq-contact');
  await screen.findByRole('heading', { level: 1, name: 'FAQ & Contact Us' });
  expect([
    ...to(sent, 'staff/cases'),
    ...to(sent, 'staff/message-reports'),
    ...to(sent, 'staff/review-reports'),
  ]).toEqual([]);
});

test('applies the dense layout only on the desks', async () => {
  const { page } = openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage([]) });
  await screen.findByRole('heading', { level: 1, name: 'Cases' });
  expect(document.body.classList.contains('staff')).toBe(true);
  await page.goTo('/faq-contact');
  await screen.findByRole('heading', { level: 1, name: 'FAQ & Contact Us' });
  await waitFor(() => expect(document.body.classList.contains('staff')).toBe(false));
});
