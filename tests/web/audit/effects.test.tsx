// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CauseNodeAnswer, EffectAnswer, StreamEffects } from '#application/contract/effects.ts';
import { freshBrowser, json } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';
import { EVENTS, inSegments, STREAM } from './aStream.ts';

freshBrowser();

const AT = '2026-11-15T19:34:02.000Z';
const node = (changes: Partial<CauseNodeAnswer>): CauseNodeAnswer => ({
  id: 'n',
  parent: null,
  kind: 'event',
  name: 'PaymentCaptured',
  at: AT,
  revision: null,
  actor: null,
  username: null,
  command: null,
  outcome: null,
  reason: null,
  attempts: null,
  nextAt: null,
  overdue: false,
  entries: [],
  ...changes,
});
const effect = (changes: Partial<EffectAnswer>): EffectAnswer => ({
  kind: 'job',
  name: 'refunds',
  ref: 'refunds:r',
  outcome: 'waiting',
  reason: null,
  attempts: 0,
  askedAt: AT,
  triedAt: null,
  nextAt: AT,
  overdue: false,
  ms: null,
  ...changes,
});
const none: StreamEffects = { pending: [], deadlines: [], refusals: [], causes: [], basis: [] };

const open = async (replies: Record<string, unknown>, path = `/audit/streams/${STREAM}?at=1`) => {
  openAs(['auditor'], path, {
    ...inSegments(EVENTS),
    ...replies,
  });
  const panel = within(await screen.findByRole('region', { name: 'Cause and effect' }));
  await userEvent.click(panel.getByRole('button', { name: 'Show' }));
  return panel;
};
const answering = (answer: StreamEffects) => ({ [`GET audit/streams/${STREAM}/effects`]: () => answer });

test('draws causes as a tree down to the ledger entries, with the event of the replay marked', async () => {
  const panel = await open(
    answering({
      ...none,
      causes: [
        node({
          id: 'r',
          kind: 'request',
          name: 'r',
          actor: 'buyer',
          username: 'elena',
          command: 'ConfirmDelivery',
          at: null,
        }),
        node({ id: 'call', parent: 'r', kind: 'providerCall', name: 'refund', outcome: 'done', attempts: 2 }),
        node({ id: 'w', parent: 'call', kind: 'webhook', name: 'payment.paid', outcome: 'recorded' }),
        node({
          id: 'e',
          parent: 'w',
          revision: 1,
          actor: 'provider',
          entries: [{ account: 'escrow:5f1c', amount: -13, currency: 'EUR' }],
        }),
      ],
    }),
  );
  const tree = await panel.findByRole('region', { name: 'Why event 1 happened' });
  expect(tree.textContent).toContain('Confirm arrival: a request by buyer elena');
  expect(tree.textContent).toContain('Asked the provider for the refund');
  expect(tree.textContent).toContain('done after 2 attempts');
  expect(tree.textContent).toContain('Message of the provider: A payment has arrived');
  expect(tree.textContent).toContain('escrow −€13.00');
  const marked = tree.querySelector('[aria-current]');
  expect(marked?.textContent).toContain('PaymentCaptured');
  expect(marked?.closest('ul')?.closest('li')?.textContent).toContain('Message of the provider');
});

test('names the earlier events of other requests, the reason that was chosen, and who got an e-mail', async () => {
  const panel = await open(
    answering({
      ...none,
      causes: [
        node({ id: 'e', revision: 1, name: 'DecisionConfirmed' }),
        node({ id: 'm', parent: 'e', kind: 'mail', name: 'decided', actor: 'seller', username: 'matthias' }),
      ],
      basis: [
        node({ id: 'o', name: 'DisputeOpened', revision: 0, actor: 'buyer', username: 'elena', reason: 'DAMAGED' }),
      ],
    }),
  );
  const because = await panel.findByRole('list', { name: 'Because of' });
  expect(because.textContent).toBe(
    'DisputeOpenedevent 0 · buyer elena · 15 Nov 2026, 19:34:02 UTC · Damaged in transit',
  );
  expect(within(because).getByRole('link', { name: 'event 0' }).getAttribute('href')).toBe(
    `/audit/streams/${STREAM}?e=0`,
  );
  expect(panel.getByText('E-mail “decided” to seller matthias')).toBeTruthy();
});

test('lists pending work with its next attempt and last error, and refused commands in words', async () => {
  const panel = await open(
    answering({
      ...none,
      pending: [
        effect({ outcome: 'failed', attempts: 3, reason: 'ProviderUnavailable' }),
        effect({ kind: 'job', ref: 'm', name: 'mail', outcome: 'dead', attempts: 300, reason: 'Error', nextAt: null }),
        effect({ ref: 'w', name: 'payouts' }),
        effect({ kind: 'mail', ref: 'd', name: 'welcome', overdue: true }),
      ],
      deadlines: [{ kind: 'payoutRun', dueAt: '2026-12-01T09:00:00.000Z' }],
      refusals: [
        {
          command: 'ConfirmShipment',
          code: 'notPaid',
          message: 'The sale is not paid yet',
          actor: 'seller',
          username: 'matthias',
          at: AT,
        },
        {
          command: 'GrantRole',
          code: 'ownRole',
          message: 'You cannot give yourself a role',
          actor: 'buyer',
          username: null,
          at: AT,
        },
      ],
    }),
  );
  const pending = await panel.findByRole('region', { name: 'Pending work' });
  expect(pending.textContent).toContain(
    'Send the refundfailed after 3 attempts (ProviderUnavailable), next at 15 Nov 2026, 19:34:02 UTC',
  );
  expect(pending.textContent).toContain('Send an e-mailgave up after 300 attempts (Error)');
  expect(pending.textContent).toContain('Send the payoutwaits until 15 Nov 2026, 19:34:02 UTC');
  expect(pending.textContent).toContain('E-mail “welcome”due since 15 Nov 2026, 19:34:02 UTC');
  expect(pending.textContent).toContain('Payout rundeadline, due at 01 Dec 2026, 09:00:00 UTC');
  const refused = panel.getByRole('region', { name: 'Refused commands' });
  expect(refused.textContent).toContain('Confirm shipment: The sale is not paid yetseller matthias');
  expect(refused.textContent).toContain('Grant role: You cannot give yourself a role');
});

test('says so when nothing waits and nothing was refused', async () => {
  const panel = await open(answering(none));
  expect(await panel.findByText('No job, call or e-mail is waiting.')).toBeTruthy();
  expect(panel.getByText('No command was refused.')).toBeTruthy();
});

test('a failure keeps the history and offers another attempt', async () => {
  const panel = await open({
    [`GET audit/streams/${STREAM}/effects`]: () => json({ message: 'Something went wrong' }, 500),
  });
  expect(await panel.findByText('Failed to load causes and effects')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Events of the stream, oldest first' })).toBeTruthy();
});
