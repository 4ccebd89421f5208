import type { Knex } from 'knex';
import type { CaseDesk } from '#application/contract/caseDesk.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { partyOf, type Viewer } from '#domain/access/right.ts';
import { shownAs, sightOf } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { type CaseDeskEvent, caseDesk, caseDeskEvents } from '#domain/transactions/caseDesk.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { excludedFromAll, isOutOfStaff } from '#domain/transactions/waitsFor.ts';
import { usernamesOf } from '../../accounts/people.ts';
import { accountsWithRole } from '../../accounts/queries.ts';
import type { Tables } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows, streamIds } from '../../engine/rows.ts';

type DeskEvent = Recorded<CaseDeskEvent>;

/** `snoozed_at`: a case with a later move is back in the queue. */
type DeskRow = {
  transaction_id: string;
  assignee: string | null;
  snoozed_until: number | null;
  snoozed_at: number | null;
  notes: number;
};

export const DESK_EVENTS = Object.keys(caseDeskEvents) as CaseDeskEvent['type'][];

const isDeskEvent = (event: Recorded): event is DeskEvent => Object.hasOwn(caseDeskEvents, event.type);

/** Whether there were any. */
export const applyDeskEvents = async (batch: readonly Recorded[], tables: Tables): Promise<boolean> => {
  const events = batch.filter(isDeskEvent);
  const rows = byKey(await loadRows<DeskRow>(tables, 'desks', 'transaction_id', streamIds(events)), 'transaction_id');
  for (const event of events) {
    const transaction_id = idOf(event.stream);
    const row = rows.get(transaction_id);
    const before = row
      ? { assignee: row.assignee, snoozedUntil: row.snoozed_until, notes: row.notes }
      : caseDesk.initial;
    const { assignee, snoozedUntil, notes } = caseDesk.evolve(before, event);
    const snoozed_at = event.type === 'CaseSnoozed' ? event.data.at : (row?.snoozed_at ?? null);
    rows.set(transaction_id, { transaction_id, assignee, snoozed_until: snoozedUntil, snoozed_at, notes });
  }
  await saveRows(tables, 'desks', ['transaction_id'], rows.values());
  return events.length > 0;
};

/** `history`: the case's own stream. */
export const caseDeskOf = async (
  db: Knex,
  history: readonly DeskEvent[],
  transaction: Transaction,
  reader: Viewer,
  now: Instant,
): Promise<CaseDesk> => {
  const { assignee, snoozedUntil } = history.reduce(caseDesk.evolve, caseDesk.initial);
  const staff = (await accountsWithRole(db, 'staff')).filter((id) => !partyOf(transaction, id));
  const excluded = excludedFromAll(transaction);
  const colleagues = staff.filter((id) => id !== assignee && !excluded.includes(id));
  const names = await usernamesOf(db, [
    ...colleagues,
    ...history.map(({ metadata }) => metadata.actor.id),
    ...(assignee === null ? [] : [assignee]),
  ]);
  const person = (id: string) => ({ _id: id, username: names.get(id) ?? ERASED });
  const sight = sightOf('case.see.notes', reader.roles);
  return {
    assignee: assignee === null ? null : person(assignee),
    snoozedUntil: snoozedUntil === null || snoozedUntil <= now ? null : new Date(snoozedUntil).toISOString(),
    colleagues: colleagues.map(person).sort((one, other) => one.username.localeCompare(other.username)),
    ...(isOutOfStaff(transaction, staff) && { nobodyLeft: true }),
    notes: history.flatMap(({ id, type, data, metadata }) =>
      type === 'NoteWritten'
        ? [
            {
              _id: id,
              by: person(metadata.actor.id),
              at: new Date(data.at).toISOString(),
              text: (data.text === null ? null : shownAs(data.text, sight)) ?? ERASED,
            },
          ]
        : [],
    ),
  };
};
