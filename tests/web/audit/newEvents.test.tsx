// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';
import { EVENTS, growing, STREAM } from './aStream.ts';

freshBrowser();

const open = async (query = '', begun = 2) => {
  const history = growing(EVENTS.slice(0, begun));
  const opened = openAs(['auditor'], `/audit/streams/${STREAM}${query}`, history.replies);
  await waitFor(() => expect(history.isFollowed()).toBe(true));
  return { ...opened, ...history };
};
const panel = (name: string) => screen.findByRole('region', { name });
const types = () =>
  within(screen.getByRole('table', { name: 'Events of the stream, oldest first' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent);

test('shows and follows new events to a reader at the last event', async () => {
  const { add, page } = await open();
  await panel('State at event 1');
  add(EVENTS[2]!);
  expect((await panel('State at event 2')).textContent).toContain('StatusIn Escrow');
  expect(types()).toEqual(['TransactionCreated', 'PaymentCaptured', 'ShipmentConfirmed']);
  add(EVENTS[3]!);
  await panel('What changed, 2 → 3');
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull();
  expect(page.address()).toBe(`/audit/streams/${STREAM}`);
});

test('leaves a reader elsewhere in place, counts the new events, and goes to them by key without handle B', async () => {
  const { add, page } = await open('?e=0&a=0&b=1');
  await panel('What changed, 0 → 1');
  add(EVENTS[2]!);
  expect((await screen.findByRole('button', { name: /^1 new event/ })).closest('[role="status"]')).toBeTruthy();
  add(EVENTS[3]!);
  await screen.findByRole('button', { name: /^2 new events/ });
  await panel('What changed, 0 → 1');
  expect(page.address()).toBe(`/audit/streams/${STREAM}?e=0&a=0&b=1`);
  await userEvent.keyboard('n');
  await panel('What changed, 0 → 3');
  await panel('State at event 3');
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?a=0`));
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Event list' }));
});

test('leaves a reader in place who has scrolled up from the last event', async () => {
  const { add, page } = await open();
  await panel('State at event 1');
  const list = screen.getByRole('region', { name: 'Event list' });
  for (const [name, value] of Object.entries({ scrollHeight: 4_000, clientHeight: 400 }))
    Object.defineProperty(list, name, { value });
  add(EVENTS[2]!);
  await screen.findByRole('button', { name: /^1 new event/ });
  await panel('State at event 1');
  expect(list.scrollTop).toBe(0);
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?e=1`));
});

test('says that a new event does not follow the one before', async () => {
  const { add } = await open();
  await panel('State at event 1');
  add({ ...EVENTS[2]!, prevHash: 'another' });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Event 2 does not follow the event before it/);
});

test('asks again for new events after a failure, and reads only the last part', async () => {
  const history = growing(EVENTS.slice(0, 2));
  const path = `GET audit/streams/${STREAM}/segments/0`;
  let isAway = false;
  const { sent } = openAs(['auditor'], `/audit/streams/${STREAM}`, {
    ...history.replies,
    [path]: () => (isAway ? json({ message: 'Not now', code: 'x' }, 500) : history.replies[path]?.()),
  });
  await panel('State at event 1');
  await waitFor(() => expect(history.isFollowed()).toBe(true));
  isAway = true;
  history.add(EVENTS[2]!);
  await waitFor(() => expect(to(sent, path.slice(4)).length).toBeGreaterThan(1));
  isAway = false;
  await panel('State at event 2');
  expect(to(sent, path.slice(4)).at(-1)?.headers.get('If-None-Match')).toBe(`"0 ${EVENTS[1]!.hash}"`);
});
