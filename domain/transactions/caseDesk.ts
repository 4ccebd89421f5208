import { z } from 'zod';
import { access } from '../access/access.ts';
import { may, type Parties, partyOf } from '../access/right.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, firstVersion, personal } from '../shared/events.ts';
import { type AccountId, id } from '../shared/ids.ts';
import { DAY, type Instant } from '../shared/instants.ts';
import { inDays } from '../shared/lengths.ts';

export const MOST_NOTES = 200;
export const LONGEST_SNOOZE = 30 * DAY;
export const SNOOZE_TERM = inDays(LONGEST_SNOOZE);
/** A snoozed case is back in the queue this long before its deadline. */
export const BACK_BEFORE_DUE = DAY;

/** The parties of the sale, who cannot read this history. */
const ofSale = { buyerId: id, sellerId: id };

/** Stream `case-{transactionId}`: how staff share the work on the cases of a sale. Encrypted under the sale's key. */
export const caseDeskEvents = {
  CaseAssigned: firstVersion({ ...ofSale, to: id }),
  CaseUnassigned: firstVersion(ofSale),
  CaseSnoozed: firstVersion({ ...ofSale, until: z.int() }),
  CaseSnoozeEnded: firstVersion(ofSale),
  /** Never shown to the parties. */
  NoteWritten: firstVersion({ ...ofSale, text: personal(z.string()) }),
} as const;

export type CaseDeskEvent = EventOf<typeof caseDeskEvents>;

export type CaseDesk = { assignee: AccountId | null; snoozedUntil: Instant | null; notes: number };

type Issued<Type extends string, Details = object> = {
  type: Type;
  at: Instant;
  by: Actor;
  /** Null if there is no such sale. */
  parties: Parties | null;
} & Details;

export type CaseDeskCommand =
  /**
   * `from`: the assignee that was shown, so that nobody takes a case that somebody else has just taken. `to`: a colleague; by default the
   * caller. `excluded`: people who may act on none of its cases.
   */
  | Issued<
      'AssignCase',
      { from: AccountId | null; to?: { id: AccountId; mayWork: boolean }; excluded?: readonly AccountId[] }
    >
  | Issued<'UnassignCase', { from: AccountId | null }>
  | Issued<'SnoozeCase', { until: Instant }>
  | Issued<'EndSnooze'>
  | Issued<'WriteNote', { text: string }>;

export type CaseDeskRejection =
  | {
      code:
        | 'transactionNotFound'
        | 'notAllowed'
        | 'caseTaken'
        | 'cannotWorkOnCase'
        | 'snoozeOutOfRange'
        | 'snoozePast'
        | 'textRequired'
        | 'tooManyNotes';
    }
  /** `own`: the caller wanted to take it. */
  | { code: 'excludedFromCase'; own: boolean };

type Decision = Result<CaseDeskEvent[], CaseDeskRejection>;

const assign = (command: Extract<CaseDeskCommand, { type: 'AssignCase' }>, { assignee }: CaseDesk): Decision => {
  const { at, by, from, parties, to = { id: by.id, mayWork: true }, excluded = [] } = command;
  if (!parties) return reject({ code: 'transactionNotFound' });
  if (assignee === to.id) return record();
  if (!to.mayWork || partyOf(parties, to.id)) return reject({ code: 'cannotWorkOnCase' });
  if (excluded.includes(to.id)) return reject({ code: 'excludedFromCase', own: to.id === by.id });
  if (assignee !== from) return reject({ code: 'caseTaken' });
  const { buyerId, sellerId } = parties;
  return record({ type: 'CaseAssigned', data: { at, buyerId, sellerId, to: to.id } });
};

const decide = (command: CaseDeskCommand, state: CaseDesk): Decision => {
  const { at, by, parties } = command;
  if (!may(access.case.do.work, by.role)) return reject({ code: 'notAllowed' });
  if (!parties) return reject({ code: 'transactionNotFound' });
  if (partyOf(parties, by.id)) return reject({ code: 'notAllowed' });
  const data = { at, buyerId: parties.buyerId, sellerId: parties.sellerId };
  switch (command.type) {
    case 'AssignCase':
      return assign(command, state);
    case 'UnassignCase':
      if (state.assignee === null) return record();
      if (state.assignee !== command.from) return reject({ code: 'caseTaken' });
      return record({ type: 'CaseUnassigned', data });
    case 'SnoozeCase':
      if (command.until <= at) return reject({ code: 'snoozePast' });
      if (command.until > at + LONGEST_SNOOZE) return reject({ code: 'snoozeOutOfRange' });
      return record({ type: 'CaseSnoozed', data: { ...data, until: command.until } });
    case 'EndSnooze':
      return state.snoozedUntil === null || state.snoozedUntil <= at
        ? record()
        : record({ type: 'CaseSnoozeEnded', data });
    case 'WriteNote':
      if (command.text.trim() === '') return reject({ code: 'textRequired' });
      if (state.notes >= MOST_NOTES) return reject({ code: 'tooManyNotes' });
      return record({ type: 'NoteWritten', data: { ...data, text: command.text } });
  }
};

/** The work on the cases of one sale: who does it, until when it waits, and the notes about it. It never moves money. */
export const caseDesk: Decider<CaseDeskCommand, CaseDeskEvent, CaseDesk, CaseDeskRejection> = {
  initial: { assignee: null, snoozedUntil: null, notes: 0 },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'CaseAssigned':
        return { ...state, assignee: data.to };
      case 'CaseUnassigned':
        return { ...state, assignee: null };
      case 'CaseSnoozed':
        return { ...state, snoozedUntil: data.until };
      case 'CaseSnoozeEnded':
        return { ...state, snoozedUntil: null };
      case 'NoteWritten':
        return { ...state, notes: state.notes + 1 };
    }
  },
  decide,
};
