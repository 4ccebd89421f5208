import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/shared/actor.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY } from '#domain/shared/instants.ts';
import {
  type CaseDeskCommand,
  type CaseDeskEvent,
  caseDesk,
  LONGEST_SNOOZE,
  MOST_NOTES,
} from '#domain/transactions/caseDesk.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(caseDesk);
const AT = Date.UTC(2026, 4, 7);
const CLERK: Actor = { id: 'a'.repeat(32), role: 'staff' };
const COLLEAGUE: Actor = { id: 'b'.repeat(32), role: 'staff' };
const parties = { buyerId: 'c'.repeat(32), sellerId: 'd'.repeat(32) };
const issued = { at: AT, by: CLERK, parties };
const data = { at: AT, ...parties };

const assign = (from: string | null = null, by = CLERK): CaseDeskCommand => ({
  ...issued,
  by,
  type: 'AssignCase',
  from,
});
const unassign = (from: string | null): CaseDeskCommand => ({ ...issued, type: 'UnassignCase', from });
const snooze = (until: number): CaseDeskCommand => ({ ...issued, type: 'SnoozeCase', until });
const write = (text: string): CaseDeskCommand => ({ ...issued, type: 'WriteNote', text });
const assigned = (to = CLERK.id): CaseDeskEvent => ({ type: 'CaseAssigned', data: { ...data, to } });
const unassigned: CaseDeskEvent = { type: 'CaseUnassigned', data };
const snoozed = (until = AT + DAY): CaseDeskEvent => ({ type: 'CaseSnoozed', data: { ...data, until } });
const written: CaseDeskEvent = { type: 'NoteWritten', data: { ...data, text: 'Ask PostNL' } };

describe('a case', () => {
  test('is assigned to the staff member who takes it, once', () => {
    given().when(assign()).emits(assigned());
    given(assigned()).when(assign()).changesNothing();
    given(assigned()).when(assign(CLERK.id)).changesNothing();
  });
  test('is taken over only by somebody who saw its assignee', () => {
    given(assigned(COLLEAGUE.id)).when(assign()).isRejected({ code: 'caseTaken' });
    given(assigned(COLLEAGUE.id)).when(assign(COLLEAGUE.id)).emits(assigned());
    given(assigned(COLLEAGUE.id), unassigned).when(assign(COLLEAGUE.id)).isRejected({ code: 'caseTaken' });
  });
  test('is given to a colleague, but to nobody who is no staff or a party', () => {
    const give = (id: string, mayWork = true): CaseDeskCommand => ({
      ...issued,
      type: 'AssignCase',
      from: null,
      to: { id, mayWork },
    });
    given().when(give(COLLEAGUE.id)).emits(assigned(COLLEAGUE.id));
    given(assigned(COLLEAGUE.id)).when(give(COLLEAGUE.id)).changesNothing();
    given().when(give(COLLEAGUE.id, false)).isRejected({ code: 'cannotWorkOnCase' });
    for (const party of [parties.buyerId, parties.sellerId])
      given().when(give(party)).isRejected({ code: 'cannotWorkOnCase' });
  });
  test('is neither taken by nor given to somebody who may act on none of its open cases', () => {
    const excluded = [CLERK.id];
    given()
      .when({ ...issued, type: 'AssignCase', from: null, excluded })
      .isRejected({
        code: 'excludedFromCase',
        own: true,
      });
    const to = { id: CLERK.id, mayWork: true };
    given()
      .when({ ...issued, by: COLLEAGUE, type: 'AssignCase', from: null, to, excluded })
      .isRejected({ code: 'excludedFromCase', own: false });
    given(assigned())
      .when({ ...issued, type: 'AssignCase', from: null, excluded })
      .changesNothing();
  });
  test('is given back by anybody who saw its assignee', () => {
    given().when(unassign(null)).changesNothing();
    given(assigned(COLLEAGUE.id)).when(unassign(COLLEAGUE.id)).emits(unassigned);
    given(assigned(COLLEAGUE.id)).when(unassign(CLERK.id)).isRejected({ code: 'caseTaken' });
  });
  test('is snoozed for 30 days at most, and again for another day', () => {
    given()
      .when(snooze(AT + DAY))
      .emits(snoozed());
    given(snoozed())
      .when(snooze(AT + 2 * DAY))
      .emits(snoozed(AT + 2 * DAY));
    given()
      .when(snooze(AT + LONGEST_SNOOZE))
      .emits(snoozed(AT + LONGEST_SNOOZE));
    for (const until of [AT, AT - 1]) given().when(snooze(until)).isRejected({ code: 'snoozePast' });
    given()
      .when(snooze(AT + LONGEST_SNOOZE + 1))
      .isRejected({ code: 'snoozeOutOfRange' });
  });
  test('is woken only while it is snoozed', () => {
    const wake: CaseDeskCommand = { ...issued, type: 'EndSnooze' };
    given(snoozed()).when(wake).emits({ type: 'CaseSnoozeEnded', data });
    given().when(wake).changesNothing();
    given(snoozed(AT)).when(wake).changesNothing();
    given(snoozed(), { type: 'CaseSnoozeEnded', data }).when(wake).changesNothing();
  });
  test('takes notes with a text, 200 at most', () => {
    given().when(write('Ask PostNL')).emits(written);
    given().when(write(' ')).isRejected({ code: 'textRequired' });
    const full = Array.from({ length: MOST_NOTES }, () => written);
    given(...full)
      .when(write('One more'))
      .isRejected({ code: 'tooManyNotes' });
  });
  test('keeps its assignee while it is snoozed, and its notes without their texts', () => {
    const erased: CaseDeskEvent = { type: 'NoteWritten', data: { ...data, text: null } };
    expect(fold(caseDesk, [assigned(), erased, snoozed()])).toEqual({
      assignee: CLERK.id,
      snoozedUntil: AT + DAY,
      notes: 1,
    });
  });
});

describe('nobody works on a case', () => {
  const commands = [
    assign(),
    unassign(CLERK.id),
    snooze(AT + DAY),
    write('x'),
    { ...issued, type: 'EndSnooze' as const },
  ];
  test.each(commands)('without the staff role, as a party, or without a sale: $type', (command) => {
    for (const role of ['member', 'auditor', 'admin'] as const)
      given(assigned())
        .when({ ...command, by: { id: CLERK.id, role } })
        .isRejected({ code: 'notAllowed' });
    for (const id of Object.values(parties))
      given(assigned())
        .when({ ...command, by: { id, role: 'staff' } })
        .isRejected({ code: 'notAllowed' });
    given(assigned())
      .when({ ...command, parties: null })
      .isRejected({ code: 'transactionNotFound' });
  });
});

test('of two people who saw the same assignee, only one takes the case', () => {
  const people = [CLERK, COLLEAGUE, { id: 'e'.repeat(32), role: 'staff' as const }];
  const seen = fc.constantFrom(null, ...people.map(({ id }) => id));
  const command = fc
    .tuple(fc.constantFrom('AssignCase' as const, 'UnassignCase' as const), fc.constantFrom(...people), seen)
    .map(([type, by, from]): CaseDeskCommand => ({ ...issued, type, by, from }));
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      let state = caseDesk.initial;
      for (const one of commands) {
        const decision = caseDesk.decide(one, state);
        const next = decision.ok ? fold(caseDesk, decision.value, state) : state;
        if (next.assignee !== state.assignee) {
          expect('from' in one && one.from).toBe(state.assignee);
          expect([null, one.by.id]).toContain(next.assignee);
        }
        state = next;
      }
    }),
  );
});
