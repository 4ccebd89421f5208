import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let first: Member;
let second: Member;
let auditor: Member;
let admin: Member;
let sold: Sold;

const NOTE = 'PostNL says: returned to sender';

beforeAll(async () => {
  [buyer, seller, first, second, auditor, admin] = await Promise.all([
    market().member('dbuyer'),
    market().seller('dseller'),
    market().staff('dfirst'),
    market().staff('dsecond'),
    market().member('dauditor'),
    market().member('dadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
  sold = await shipped(buyer, seller, '90.00');
  await first.post(`transaction/${sold.id}/hold`, { reason: 'Looks odd' });
});

const work = (by: Member, what: string, body: object = {}) => by.post(`staff/cases/${sold.id}/${what}`, body);
const deskFor = async (by: Member) => (await by.get(`staff/cases/${sold.id}/desk`)).body;
const queued = async (by: Member, query = '') => (await by.get(`staff/cases?limit=100&${query}`)).body.cases;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe('a case on the desk', () => {
  test('is taken by one, and by another only knowingly', async () => {
    expect((await work(first, 'assign', { from: null })).status).toBe(204);
    const late = await work(second, 'assign', { from: null });
    expect([late.status, late.body.code]).toEqual([409, 'caseTaken']);
    expect(await queued(first, 'assignee=mine')).toMatchObject([
      { sale: { _id: sold.id }, assignee: { username: 'dfirst' } },
    ]);
    expect(await queued(second, 'assignee=mine')).toEqual([]);
    expect(await queued(second, 'assignee=none')).toEqual([]);
    expect((await work(second, 'assign', { from: first.id })).status).toBe(204);
    expect((await deskFor(first)).assignee).toEqual({ _id: second.id, username: 'dsecond' });
    expect((await work(first, 'unassign', { from: second.id })).status).toBe(204);
    expect((await deskFor(first)).assignee).toBeNull();
  });

  test('is given to a colleague who is staff and no party', async () => {
    expect((await deskFor(first)).colleagues).toContainEqual({ _id: second.id, username: 'dsecond' });
    for (const to of [buyer.id, auditor.id, '0'.repeat(32)]) {
      const refused = await work(first, 'assign', { from: null, to });
      expect([refused.status, refused.body.code]).toEqual([409, 'cannotWorkOnCase']);
    }
    expect((await work(first, 'assign', { from: null, to: second.id })).status).toBe(204);
    expect((await deskFor(second)).assignee).toEqual({ _id: second.id, username: 'dsecond' });
    expect((await deskFor(first)).colleagues.map(({ _id }: { _id: string }) => _id)).not.toContain(second.id);
    expect((await work(second, 'unassign', { from: second.id })).status).toBe(204);
  });

  test('says who reads it now, until they leave or their browser is silent', async () => {
    const reading = (by: Member, is = true) => by.put(`staff/cases/${sold.id}/reading`, { reading: is });
    const readers = async (by = second) => (await queued(by))[0].readers;
    expect((await reading(first)).body).toEqual({ readers: [], readTo: null });
    expect((await reading(second)).body.readers).toEqual([{ _id: first.id, username: 'dfirst' }]);
    expect(await readers()).toEqual([{ _id: first.id, username: 'dfirst' }]);
    expect((await reading(first, false)).status).toBe(200);
    expect(await readers()).toBeUndefined();
    expect(await readers(first)).toEqual([{ _id: second.id, username: 'dsecond' }]);
    await market().marketplace.db.raw("UPDATE case_visits SET seen_at = now() - interval '46 seconds'");
    expect(await readers(first)).toBeUndefined();
    expect((await reading(auditor)).status).toBe(200);
    for (const party of [buyer, seller]) expect((await reading(party)).status).toBe(403);
    expect((await first.put(`staff/cases/${'0'.repeat(32)}/reading`, { reading: true })).status).toBe(404);
    expect((await first.put(`staff/cases/${sold.id}/reading`, {})).status).toBe(400);
  });

  test('forgets a reader who leaves, whatever arrives later of the same visit', async () => {
    const [visit, other] = ['a1'.repeat(16), 'b2'.repeat(16)];
    const say = (reading: boolean, of = visit) => first.put(`staff/cases/${sold.id}/reading`, { reading, visit: of });
    const isShown = async () => {
      const { readers } = (await second.put(`staff/cases/${sold.id}/reading`, { reading: false })).body;
      return readers.some(({ _id }: { _id: string }) => _id === first.id);
    };
    // it left before the server had heard of it
    await say(false);
    await say(true);
    expect(await isShown()).toBe(false);
    // another tab still shows the case
    await say(true, other);
    await say(true, 'c3'.repeat(16));
    await say(false, 'c3'.repeat(16));
    await say(true, 'c3'.repeat(16));
    expect(await isShown()).toBe(true);
    await say(false, other);
    expect(await isShown()).toBe(false);
    expect((await say(true, 'a visit')).body.errors).toEqual({ visit: 'This is not the id of a visit' });
  });

  test('remembers how far each person has read, and never goes back', async () => {
    const read = async (by: Member, newest?: string) =>
      (await by.put(`staff/cases/${sold.id}/reading`, { reading: true, newest })).body.readTo;
    const [early, late] = ['2026-11-27T18:14:00.000Z', '2026-11-28T20:00:00.000Z'];
    expect([await read(first, late), await read(first, early), await read(first)]).toEqual([null, late, late]);
    expect([await read(second, early), await read(second)]).toEqual([null, early]);
    const refused = await first.put(`staff/cases/${sold.id}/reading`, { reading: true, newest: 'today' });
    expect(refused.status).toBe(400);
  });

  test('is out of the queue while it is snoozed, for all staff', async () => {
    expect((await work(first, 'snooze', { until: day(-1) })).body).toMatchObject({
      code: 'snoozePast',
      message: 'Please choose a date in the future',
    });
    expect((await work(first, 'snooze', { until: day(40) })).body.code).toBe('snoozeOutOfRange');
    expect((await work(first, 'snooze', { until: 'soon' })).body.message).toBe('Please choose a day');
    expect((await work(first, 'snooze', { until: day(2) })).status).toBe(204);
    await expect.poll(() => queued(second)).toEqual([]);
    for (const snoozed of ['only', 'shown'])
      expect(await queued(second, `snoozed=${snoozed}`)).toMatchObject([{ snoozedUntil: `${day(2)}T00:00:00.000Z` }]);
    expect((await work(second, 'snooze/end')).status).toBe(204);
    // another reader’s queue follows within moments
    await expect.poll(() => queued(first)).toMatchObject([{ snoozedUntil: null }]);
  });

  test('has notes that staff and auditors read, and nobody else', async () => {
    expect((await work(first, 'notes', { text: ' ' })).body.message).toBe('A note is required');
    expect((await work(first, 'notes', { text: NOTE })).status).toBe(204);
    for (const reader of [first, second, auditor])
      expect((await deskFor(reader)).notes).toMatchObject([{ by: { username: 'dfirst' }, text: NOTE }]);
    expect((await deskFor(admin)).notes).toMatchObject([{ text: '[personal]' }]);
    await expect.poll(() => queued(second)).toMatchObject([{ notes: 1 }]);
  });

  test('is closed to its parties, also if they are staff', async () => {
    const calls = ['assign', 'unassign', 'snooze', 'snooze/end', 'notes'];
    const body = { from: null, until: day(2), text: 'mine' };
    for (const party of [buyer, seller, auditor, admin])
      for (const call of calls) expect((await work(party, call, body)).status).toBe(403);
    for (const party of [buyer, seller]) {
      expect((await party.get(`staff/cases/${sold.id}/desk`)).status).toBe(403);
      for (const path of [`transaction/${sold.id}`, `transaction/${sold.id}/bundle`, 'user/export', 'notifications'])
        expect(JSON.stringify((await party.get(path)).body)).not.toContain('PostNL says');
    }
    await market().grant(buyer, 'staff');
    for (const call of calls) {
      const refused = await work(buyer, call, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'notAllowed']);
    }
    for (const path of [`staff/cases/${sold.id}/desk`, `audit/streams/case-${sold.id}`])
      expect((await buyer.get(path)).status).toBe(403);
  });

  test('has a history that auditors read', async () => {
    const { events } = (await auditor.get(`audit/streams/case-${sold.id}`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'CaseAssigned',
      'CaseAssigned',
      'CaseUnassigned',
      'CaseAssigned',
      'CaseUnassigned',
      'CaseSnoozed',
      'CaseSnoozeEnded',
      'NoteWritten',
    ]);
    expect(events.at(-1)).toMatchObject({ data: { text: NOTE }, actor: { id: first.id, role: 'staff' } });
  });

  test('is kept from those who decided what is appealed, and says when nobody is left', async () => {
    const { id } = await shipped(buyer, seller, '90.00');
    const act = (by: Member, command: string, body: object = {}) => by.post(`transaction/${id}/${command}`, body);
    await act(first, 'hold', { reason: 'Looks odd' });
    await act(first, 'dispute/decide', { toBuyer: 60, rationale: 'It is worth less' });
    await act(seller, 'dispute/appeal', { text: 'It is not' });
    await market().settle();
    const desk = async () => (await second.get(`staff/cases/${id}/desk`)).body;
    const names = (people: { username: string }[]) => people.map(({ username }) => username);
    expect(names((await desk()).colleagues)).toEqual(['dsecond']);
    expect(await desk()).not.toHaveProperty('nobodyLeft');
    const given = await second.post(`staff/cases/${id}/assign`, { from: null, to: first.id });
    expect([given.status, given.body.code]).toEqual([409, 'excludedFromCase']);
    expect(given.body.errors.to).toBe(
      'This person decided or proposed what this case is about. Please choose somebody else.',
    );
    const taken = await first.post(`staff/cases/${id}/assign`, { from: null });
    expect(taken.body.message).toBe(
      'You decided or proposed what this case is about, so somebody else must act on it.',
    );
    await act(second, 'dispute/decide', { toBuyer: 0, rationale: 'All is well' });
    await act(buyer, 'dispute/appeal', { text: 'It is not' });
    await market().settle();
    expect(await desk()).toMatchObject({ assignee: null, colleagues: [], nobodyLeft: true });
  });

  test('needs a sale', async () => {
    const nothing = `staff/cases/${'0'.repeat(32)}`;
    expect((await first.get(`${nothing}/desk`)).body.code).toBe('transactionNotFound');
    expect((await first.post(`${nothing}/notes`, { text: 'x' })).body.code).toBe('transactionNotFound');
  });
});
