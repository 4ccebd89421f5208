import { describe, expect, test } from 'vitest';
import { declared, recordedSubscribers, subscriberFaults, subscribersOf } from './subscribers.ts';

const now = declared();

describe('a subscriber of the log', () => {
  test('starts after the previous release; otherwise raise its version, or set `begins` for a new event', () => {
    expect(subscriberFaults(now, recordedSubscribers())).toEqual([]);
  });

  test('has a unique name, because two with one lease would block each other', () => {
    const names = [...now.readModels, ...now.policies].map(({ name }) => name);
    expect([...new Set([...names, 'transparency-log'])]).toEqual([...names, 'transparency-log']);
  });

  test('is recorded; otherwise run npm run history -- record', () => {
    expect(recordedSubscribers()).toEqual(subscribersOf(now));
  });
});

describe('the check finds', () => {
  const before = {
    events: 'Lost Paid Sold',
    readModels: { sales: { version: 2, handles: 'Paid Sold' } },
    policies: { mails: 'Paid' },
  };
  const events = ['Lost', 'Paid', 'Sold', 'New'];
  const transactions = (version: number, ...handles: string[]) => ({
    events,
    readModels: [{ name: 'sales', version, handles: handles as never }],
    policies: [],
  });
  const policy = (name: string, handles: string[], begins?: Record<string, 'now' | 'start'>) => ({
    events,
    readModels: [],
    policies: [{ name, handles: handles as never, ...(begins && { begins }) }],
  });

  test.each([
    ['a read model that handles more', transactions(2, 'Sold', 'Paid', 'Lost'), 'raise its version'],
    ['a read model that handles less', transactions(2, 'Sold'), 'raise its version'],
    ['a version that was there before', transactions(1, 'Sold', 'Paid'), 'had version 2 already'],
    ['a policy that handles more', policy('mails', ['Paid', 'Sold']), 'the policy mails handles Sold, too'],
    ['a policy that is new', policy('calls', ['Paid']), 'the policy calls handles Paid, too'],
  ])('%s', (_, found, fault) => {
    expect(subscriberFaults(found, before)).toEqual([expect.stringContaining(fault)]);
  });

  test.each([
    ['the order of events', transactions(2, 'Sold', 'Paid')],
    [
      'an event that is new itself',
      { ...transactions(2, 'Sold', 'Paid', 'New'), policies: policy('mails', ['Paid', 'New']).policies },
    ],
    ['a version that was raised', transactions(3, 'Lost')],
    ['a policy that says from where it reads', policy('mails', ['Paid', 'Sold'], { Sold: 'now' })],
    ['a policy that handles less: the release before catches up what it left out', policy('mails', [])],
  ])('nothing wrong in %s', (_, found) => {
    expect(subscriberFaults(found, before)).toEqual([]);
  });
});
