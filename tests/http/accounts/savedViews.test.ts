import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH, MAX_VIEWS } from '#application/contract/limits.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';

/** Saved views of the queue and of the event search, over real HTTP. */
const market = useMarketplace();
let clerk: Member;
let colleague: Member;
let auditor: Member;
let member: Member;
beforeAll(async () => {
  [clerk, colleague, auditor, member] = await Promise.all([
    market().staff('vclerk'),
    market().staff('vcolleague'),
    market().member('vauditor'),
    market().member('vmember'),
  ]);
  await market().grant(auditor, 'auditor');
});

const APPEALS = { name: 'Appeals', query: 'kind=appeal' };
const save = (by: Member, view: object, list = 'cases') => by.post(`staff/views/${list}`, view);
const viewsOf = async (by: Member, list = 'cases') => (await by.get(`staff/views/${list}`)).body.views;

describe('the saved views of a person', () => {
  test('are theirs alone, for each list, on every device', async () => {
    const saved = await save(clerk, APPEALS);
    expect([saved.status, saved.body]).toEqual([200, { views: [APPEALS] }]);
    expect((await save(auditor, { name: 'Disputes', query: 'q=type%3ADispute*' }, 'events')).status).toBe(200);
    expect([await viewsOf(clerk), await viewsOf(clerk, 'events')]).toEqual([[APPEALS], []]);
    expect([await viewsOf(colleague), await viewsOf(auditor)]).toEqual([[], []]);
    expect(await viewsOf(auditor, 'events')).toEqual([{ name: 'Disputes', query: 'q=type%3ADispute*' }]);
  });

  test('are closed to members, and there is no other list', async () => {
    expect((await member.get('staff/views/cases')).status).toBe(403);
    expect((await save(member, APPEALS)).status).toBe(403);
    expect((await clerk.get('staff/views/accounts')).status).toBe(400);
  });

  test('have a name of their own; saving one again changes nothing', async () => {
    expect((await save(clerk, APPEALS)).body.views).toEqual([APPEALS]);
    for (const view of [
      { ...APPEALS, query: 'kind=chargeback' },
      { name: 'appeals ', query: 'kind=appeal' },
    ]) {
      const taken = await save(clerk, view);
      expect([taken.status, taken.body.code, Object.keys(taken.body.errors)]).toEqual([409, 'viewNameTaken', ['name']]);
    }
    expect(await viewsOf(clerk)).toEqual([APPEALS]);
  });

  test.each([
    [{ name: ' ' }, 'name', 'A name is required'],
    [{ name: 'x'.repeat(41) }, 'name', 'At most 40 characters'],
    [{ query: '' }, 'query', 'A search is required'],
    [{ query: 'x'.repeat(MAX_QUERY_LENGTH + 1) }, 'query', `At most ${MAX_QUERY_LENGTH} characters`],
  ])('refuse %o', async (wrong, field, message) => {
    const refused = await save(clerk, { ...APPEALS, name: 'Another', ...wrong });
    expect([refused.status, refused.body.errors]).toEqual([400, { [field]: message }]);
  });

  test('are at most twenty, and one that is deleted makes room', async () => {
    const numbered = (number: number) => ({ name: `View ${number}`, query: 'kind=appeal' });
    for (let number = 1; number <= MAX_VIEWS; number++)
      expect((await save(colleague, numbered(number))).status).toBe(200);
    const refused = await save(colleague, numbered(MAX_VIEWS + 1));
    expect([refused.status, refused.body.code]).toEqual([409, 'tooManyViews']);
    const left = await colleague.post('staff/views/cases/delete', { name: 'View 1' });
    expect(left.body.views.map(({ name }: { name: string }) => name)).not.toContain('View 1');
    expect((await save(colleague, numbered(MAX_VIEWS + 1))).status).toBe(200);
    expect((await colleague.post('staff/views/cases/delete', { name: 'View 1' })).body.views).toHaveLength(MAX_VIEWS);
  });
});
