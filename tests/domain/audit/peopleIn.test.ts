import { describe, expect, test } from 'vitest';
import { possiblePeopleIn, secondPersonsIn, secondPersonWords } from '#domain/audit/peopleIn.ts';

const [ARCHIVIST, WARDEN, BUYER] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const event = (type: string, actor: string, data: object = {}) => ({ type, actor: { id: actor }, data });
const two = { proposedBy: ARCHIVIST, confirmedBy: WARDEN };

describe('a confirmed event', () => {
  test.each([
    ['a decision', [event('DisputeDecided', WARDEN, { decidedBy: ARCHIVIST })]],
    ['a bank transfer', [event('SettledOutsideProvider', WARDEN, { by: ARCHIVIST, confirmedBy: WARDEN })]],
    ['the end of a chargeback', [event('ChargebackEndedByStaff', WARDEN, { by: ARCHIVIST, confirmedBy: WARDEN })]],
    ['a difference', [event('DifferenceBooked', WARDEN, { by: ARCHIVIST, confirmedBy: WARDEN })]],
    ['a termination', [event('AccountTerminated', WARDEN, two)]],
    [
      'a confirmation',
      [
        event('DecisionProposed', ARCHIVIST, { proposedBy: ARCHIVIST }),
        event('DecisionConfirmed', WARDEN, { confirmedBy: WARDEN }),
      ],
    ],
    [
      'a role',
      [
        event('RoleProposed', ARCHIVIST, { role: 'staff', proposedBy: ARCHIVIST }),
        event('RoleProposed', BUYER, { role: 'admin', proposedBy: BUYER }),
        event('RoleGranted', WARDEN, { role: 'staff', grantedBy: WARDEN }),
      ],
    ],
  ])('names both people of %s', (_, events) => {
    expect([...secondPersonsIn(events)]).toEqual([[events.length - 1, two]]);
  });

  test.each([
    ['one person decided', event('DisputeDecided', WARDEN, { decidedBy: WARDEN })],
    ['one person booked', event('DifferenceBooked', WARDEN, { by: WARDEN })],
    ['the system carried it out', event('DisputeDecided', 'system', { decidedBy: ARCHIVIST })],
    ['nobody proposed the role', event('RoleGranted', WARDEN, { role: 'staff', grantedBy: WARDEN })],
  ])('names nobody if %s', (_, only) => {
    expect(secondPersonsIn([only]).size).toBe(0);
  });

  test('is said in words', () => {
    const nameOf = (id: string) => (id === WARDEN ? 'warden' : 'archivist');
    expect(secondPersonWords(two, nameOf)).toBe('proposed by archivist, confirmed by warden');
  });
});

test('collects the ids of actors and of the data, each once', () => {
  const events = [
    event('A', BUYER, { by: WARDEN, inner: { list: [ARCHIVIST, 'x'] }, amount: 5 }),
    event('B', 'system', { by: WARDEN }),
  ];
  expect(possiblePeopleIn(events)).toEqual([BUYER, WARDEN, ARCHIVIST]);
});
