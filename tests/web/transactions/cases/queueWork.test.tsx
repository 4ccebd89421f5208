// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { actions, openAs } from '../../staff/desk.ts';
import { aCasePage, aStaffCase, STAFF_PERSON, TRANSACTION } from './aCase.ts';

freshBrowser();

describe('the work of staff', () => {
  const ID = '9'.repeat(32);
  const third = '8'.repeat(32);
  const sale = (id: string, title: string) => ({
    ...aStaffCase().sale!,
    _id: id,
    transactionId: `TX${title.slice(0, 3)}`,
    listing: { _id: id, title, images: [] },
  });
  const colleague = { _id: '7'.repeat(32), username: 'warden' };
  const cases = () => [
    aStaffCase({ assignee: STAFF_PERSON, notes: 2 }),
    aStaffCase({ sale: sale(ID, 'Golem'), assignee: colleague }),
    aStaffCase({ sale: sale(third, 'Wyvern'), waitsFor: 'second' }),
  ];
  const taken = json({ code: 'caseTaken', message: 'Somebody else has just taken this case' }, 409);
  const done = () => new Response(null, { status: 204 });

  test('shows the assignee and the notes, and filters by whose case it is', async () => {
    const { sent, page } = openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage(cases()) });
    const [, mine, theirs] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(mine?.textContent).toContain('archivist (2 notes)');
    expect(theirs?.textContent).toContain('warden');
    const whose = screen.getByLabelText('Whose case');
    await userEvent.selectOptions(whose, 'Unassigned');
    expect(page.address()).toBe('/staff?assignee=none');
    await userEvent.selectOptions(whose, 'Snoozed');
    expect(page.address()).toBe('/staff?snoozed=only');
    await waitFor(() => expect(to(sent, 'staff/cases').at(-1)?.query.get('snoozed')).toBe('only'));
    await userEvent.selectOptions(whose, 'Everybody’s');
    expect(page.address()).toBe('/staff');
  });

  test('a takes the case of the focused row from its assignee, or gives it back', async () => {
    const { sent } = openAs(['staff'], '/staff', {
      'GET staff/cases': aCasePage(cases()),
      [`POST staff/cases/${TRANSACTION}/unassign`]: done,
      [`POST staff/cases/${ID}/assign`]: done,
    });
    await screen.findByRole('table');
    await userEvent.keyboard('a');
    await userEvent.keyboard('ja');
    await screen.findByText('Nobody has this case now');
    await userEvent.keyboard('ja');
    await screen.findByText('You took this case from warden');
    expect(actions(sent)).toEqual([
      { path: `staff/cases/${TRANSACTION}/unassign`, body: { from: STAFF_PERSON._id } },
      { path: `staff/cases/${ID}/assign`, body: { from: colleague._id } },
    ]);
  });

  test('says that a colleague was faster', async () => {
    openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage(cases()), [`POST staff/cases/${ID}/assign`]: taken });
    await screen.findByRole('table');
    await userEvent.keyboard('jja');
    expect(await screen.findByText('Somebody else has just taken this case')).toBeTruthy();
  });

  test('n writes a note on the focused case, and Ctrl+Enter sends it', async () => {
    const { sent } = openAs(['staff'], '/staff', {
      'GET staff/cases': aCasePage(cases()),
      [`POST staff/cases/${ID}/notes`]: done,
    });
    await screen.findByRole('table');
    await userEvent.keyboard('jjn');
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on TXGol' }));
    await userEvent.type(dialog.getByLabelText('Note'), 'Ask the carrier{Control>}{Enter}{/Control}');
    await screen.findByText('Note added');
    expect(actions(sent)).toEqual([{ path: `staff/cases/${ID}/notes`, body: { text: 'Ask the carrier' } }]);
  });

  test('takes the next free case, and passes over one’s own proposal and a case that a colleague has just taken', async () => {
    const own = aStaffCase({ sale: sale('5'.repeat(32), 'Hydra'), waitsFor: 'second', excludes: [STAFF_PERSON._id] });
    const free = [aStaffCase({ waitsFor: 'buyer' }), own, aStaffCase({ sale: sale(ID, 'Golem') }), ...cases().slice(2)];
    const { sent, page } = openAs(['staff'], '/staff?kind=disputeReview', {
      'GET staff/cases': aCasePage(free),
      [`POST staff/cases/${ID}/assign`]: taken,
      [`POST staff/cases/${third}/assign`]: done,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Take next' }));
    await waitFor(() => expect(page.address()).toBe(`/staff/cases/${third}`));
    expect(actions(sent).map(({ path }) => path)).toEqual([`staff/cases/${ID}/assign`, `staff/cases/${third}/assign`]);
    const asked = to(sent, 'staff/cases').find(({ query }) => query.get('assignee') === 'none');
    expect(asked?.query.get('kind')).toBe('disputeReview');
  });

  test('assigns and snoozes several cases, and says how many were refused', async () => {
    const free = [aStaffCase({ sale: sale(ID, 'Golem') }), ...cases().slice(2)];
    const { sent } = openAs(['staff'], '/staff', {
      'GET staff/cases': aCasePage(free),
      [`POST staff/cases/${ID}/assign`]: taken,
      [`POST staff/cases/${third}/assign`]: done,
      [`POST staff/cases/${third}/snooze`]: done,
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose TXGol' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose TXWyv' }));
    const bar = within(screen.getByRole('region', { name: 'Chosen cases' }));
    await userEvent.click(bar.getByRole('button', { name: 'Assign to me' }));
    expect(await screen.findByText(/Assigned to you: 1 of 2 cases/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen cases' })).toBeNull());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose TXWyv' }));
    await userEvent.click(screen.getByRole('button', { name: 'Snooze…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze 1 case' }));
    const until = dialog.getByLabelText<HTMLInputElement>('Until');
    expect(dialog.getByText(/see this case in the queue until then/).textContent).toContain('No staff');
    await userEvent.click(dialog.getByRole('button', { name: 'In 3 days' }));
    expect(Date.parse(until.value) - Date.now()).toBeGreaterThan(2 * 86_400_000);
    await userEvent.clear(until);
    await userEvent.type(dialog.getByLabelText('Until'), '2099-01-02');
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText('Snoozed: 1 case')).toBeTruthy();
    expect(actions(sent).at(-1)).toEqual({ path: `staff/cases/${third}/snooze`, body: { until: '2099-01-02' } });
  });

  test('keeps the choice and the dialog when nothing was done, and says why', async () => {
    const past = json({ message: 'The day must lie ahead', code: 'snoozeDayPassed' }, 400);
    const { sent } = openAs(['staff'], '/staff', {
      'GET staff/cases': aCasePage(cases().slice(2)),
      [`POST staff/cases/${third}/assign`]: taken,
      [`POST staff/cases/${third}/snooze`]: past,
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose TXWyv' }));
    await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
    expect(await screen.findByText('Somebody else has just taken this case')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Snooze…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze 1 case' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
    expect(await dialog.findByText('The day must lie ahead')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('region', { name: 'Chosen cases' }).textContent).toContain('1 case chosen');
    expect(actions(sent)).toHaveLength(2);
  });

  const TAKE = {
    [`POST staff/cases/${ID}/assign`]: done,
    [`POST staff/cases/${third}/assign`]: done,
    [`POST staff/cases/${ID}/snooze`]: done,
    [`POST staff/cases/${third}/snooze`]: done,
    [`POST staff/cases/${ID}/notes`]: done,
    [`POST staff/cases/${third}/notes`]: done,
  };
  const chooseBoth = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose TXGol' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose TXWyv' }));
  };

  test('leaves the case of a colleague out of an assignment, says so, and takes it only when asked', async () => {
    const { sent } = openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage(cases()), ...TAKE });
    await chooseBoth();
    await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
    expect(await screen.findByText('Assigned to you: 1 case')).toBeTruthy();
    const left = within(await screen.findByRole('list', { name: 'Left out' }));
    expect(left.getByRole('listitem').textContent).toContain('TXGol stays with warden.');
    expect(actions(sent)).toEqual([{ path: `staff/cases/${third}/assign`, body: { from: null } }]);
    await userEvent.click(left.getByRole('button', { name: 'Take it from warden' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen cases' })).toBeNull());
    expect(actions(sent).at(-1)).toEqual({ path: `staff/cases/${ID}/assign`, body: { from: colleague._id } });
  });

  test('leaves the case of a colleague out of snoozes and notes too', async () => {
    const { sent } = openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage(cases()), ...TAKE });
    await chooseBoth();
    await userEvent.click(screen.getByRole('button', { name: 'Snooze…' }));
    const snooze = within(await screen.findByRole('dialog', { name: 'Snooze 2 cases' }));
    expect(snooze.getByText(/see these cases in the queue/).textContent).toContain('No staff');
    await userEvent.click(snooze.getByRole('button', { name: 'Snooze' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(actions(sent).map(({ path }) => path)).toEqual([`staff/cases/${third}/snooze`]);
    await userEvent.click(screen.getByRole('button', { name: 'Add note…' }));
    const note = within(await screen.findByRole('dialog', { name: 'Note on 1 case' }));
    await userEvent.type(note.getByLabelText('Note'), 'Same parcel');
    await userEvent.click(note.getByRole('button', { name: 'Add note' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add it anyway' }));
    await waitFor(() =>
      expect(actions(sent).at(-1)).toEqual({ path: `staff/cases/${ID}/notes`, body: { text: 'Same parcel' } }),
    );
  });

  test('gives several cases to a colleague, and writes one note on all of them', async () => {
    const free = [aStaffCase({ sale: sale(ID, 'Golem'), assignee: STAFF_PERSON }), ...cases().slice(2)];
    const { sent } = openAs(['staff'], '/staff', {
      'GET staff/cases': aCasePage(free),
      [`GET staff/cases/${ID}/desk`]: { assignee: null, snoozedUntil: null, notes: [], colleagues: [colleague] },
      ...TAKE,
    });
    await chooseBoth();
    await userEvent.click(await screen.findByRole('button', { name: 'Assign…' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'warden' }));
    expect(await screen.findByText('Assigned to warden: 2 cases')).toBeTruthy();
    await chooseBoth();
    await userEvent.click(screen.getByRole('button', { name: 'Add note…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on 2 cases' }));
    await userEvent.type(dialog.getByLabelText('Note'), 'Same parcel');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Note added: 2 cases')).toBeTruthy();
    expect(actions(sent)).toEqual([
      { path: `staff/cases/${ID}/assign`, body: { from: STAFF_PERSON._id, to: colleague._id } },
      { path: `staff/cases/${third}/assign`, body: { from: null, to: colleague._id } },
      { path: `staff/cases/${ID}/notes`, body: { text: 'Same parcel' } },
      { path: `staff/cases/${third}/notes`, body: { text: 'Same parcel' } },
    ]);
  });

  test('an auditor can do none of it', async () => {
    const { sent } = openAs(['auditor'], '/staff', { 'GET staff/cases': aCasePage(cases()) });
    await screen.findByRole('table');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take next' })).toBeNull();
    await userEvent.keyboard('jant');
    expect(actions(sent)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
