// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AccountFile, AccountSummary } from '#application/contract/staffAccounts.ts';
import { freshBrowser, json, to, tokenWith } from '#tests/support/browser.tsx';
import { aReport, aReviewReport, reportsOf } from '../../moderation/aReport.ts';
import { actions, openAs } from '../../staff/desk.ts';
import { BUYER, STAFF_PERSON } from '../../transactions/cases/aCase.ts';

freshBrowser();

const anAccount = (changes: Partial<AccountSummary> = {}): AccountSummary => ({
  ...BUYER,
  email: 'marta@example.eu',
  country: 'Spain',
  status: 'active',
  terminated: false,
  terminationProposed: false,
  roles: ['member'],
  joinDate: '2025-03-02T00:00:00.000Z',
  ...changes,
});

const aFile = (changes: Partial<AccountFile> = {}): AccountFile => ({
  ...anAccount(),
  fullName: null,
  seller: { feeAccepted: true, bankVerified: true, payoutsHeldUntil: null },
  ratings: { count: 0, average: null },
  sales: { total: 5, open: 1, disputed: 1, chargedBack: 0 },
  listings: { active: 2, sold: 3 },
  letGo: { times: 0, last: [] },
  reports: 1,
  listingsReported: 0,
  reviewsReported: 2,
  eraseAt: null,
  termination: null,
  history: [
    { event: 'AccountRegistered', at: '2025-03-02T00:00:00.000Z', detail: null, by: null },
    { event: 'AccountSuspended', at: '2026-03-02T00:00:00.000Z', detail: 'Sold copies', by: STAFF_PERSON },
  ],
  allowed: ['suspend'],
  ...changes,
});

test('keeps account search and status in the URL', async () => {
  const { sent, page } = openAs(['staff'], '/staff/accounts', {
    'GET staff/accounts': { accounts: [anAccount({ status: 'suspended' })], totalCount: 1, hasMore: false },
  });
  const link = await screen.findByRole('link', { name: 'marta_v' });
  expect(link.getAttribute('href')).toBe(`/staff/accounts/${BUYER._id}`);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search accounts' }), ' marta {Enter}');
  await waitFor(() => expect(page.address()).toBe('/staff/accounts?search=marta'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'suspended');
  await waitFor(() => expect(page.address()).toBe('/staff/accounts?search=marta&status=suspended'));
  await waitFor(() => {
    const asked = to(sent, 'staff/accounts').at(-1)?.query;
    expect([asked?.get('search'), asked?.get('status')]).toEqual(['marta', 'suspended']);
  });
});

test('searches accounts while typing, without a button', async () => {
  const { page } = openAs(['staff'], '/staff/accounts', {
    'GET staff/accounts': { accounts: [anAccount()], totalCount: 1, hasMore: false },
  });
  await screen.findByRole('link', { name: 'marta_v' });
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'marta');
  await waitFor(() => expect(page.address()).toBe('/staff/accounts?search=marta'), { timeout: 3_000 });
});

test('says that the termination of an account is proposed', async () => {
  const proposed = anAccount({ status: 'suspended', terminationProposed: true });
  openAs(['staff'], '/staff/accounts?status=termination_proposed', {
    'GET staff/accounts': { accounts: [proposed], totalCount: 1, hasMore: false },
  });
  const row = (await screen.findByRole('link', { name: 'marta_v' })).closest('tr');
  expect(row?.textContent).toContain('Termination proposed');
  expect(row?.textContent).not.toContain('Suspended');
});

test('explains the search if no account is found', async () => {
  openAs(['staff'], '/staff/accounts?search=nobody', {
    'GET staff/accounts': { accounts: [], totalCount: 0, hasMore: false },
  });
  expect(await screen.findByText('No account found')).toBeTruthy();
});

test('shows an account’s history and suspends it with a reason', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  const { sent } = openAs(['staff'], `/${path}`, {
    [`GET ${path}`]: aFile(),
    [`POST ${path}/suspend`]: aFile({ status: 'suspended', allowed: ['reinstate'] }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'marta_v' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'History' }).textContent).toContain('Suspended');
  expect(screen.getByText('Sold copies')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reinstate account' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Suspend account' }));
  const dialog = within(await screen.findByRole('dialog'));
  const described = dialog.getByLabelText('Reason').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described.split(' ')[0] ?? '')?.textContent).toContain(
    'Visible to staff and auditors',
  );
  await userEvent.type(dialog.getByLabelText('Reason'), 'Sold copies as originals');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend account' }));
  expect(await dialog.findByText('A ground is required')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Ground'), 'deception');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend account' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: `${path}/suspend`, body: { reason: 'Sold copies as originals', ground: 'deception' } },
    ]),
  );
});

test('links an account to its sales', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  openAs(['staff'], `/${path}`, { [`GET ${path}`]: aFile() });
  const link = await screen.findByRole('link', { name: '5, 1 open' });
  expect(link.getAttribute('href')).toBe(`/staff?search=${BUYER._id}`);
});

test('keeps the dialog open if a suspension fails', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  openAs(['staff'], `/${path}`, {
    [`GET ${path}`]: aFile({ allowed: ['reinstate'] }),
    [`POST ${path}/reinstate`]: json({ message: 'It is not suspended', code: 'notNow' }, 409),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Reinstate account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'A mistake');
  await userEvent.click(dialog.getByRole('button', { name: 'Reinstate account' }));
  expect(await dialog.findByText('It is not suspended')).toBeTruthy();
});

const PROPOSAL = {
  proposalId: '1'.repeat(32),
  reason: 'Sold copies, twice',
  proposedBy: STAFF_PERSON,
  proposedAt: '2026-03-03T00:00:00.000Z',
};

test('proposes to terminate a suspended account with a reason', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  const { sent } = openAs(['staff'], `/${path}`, {
    [`GET ${path}`]: aFile({ status: 'suspended', allowed: ['reinstate', 'terminate'] }),
    [`POST ${path}/terminate`]: aFile({ status: 'suspended', termination: PROPOSAL, allowed: ['reinstate'] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Terminate account' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/second staff member/)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Sold copies, twice');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose termination' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([{ path: `${path}/terminate`, body: { reason: 'Sold copies, twice' } }]),
  );
});

test('lets the proposer of a termination only withdraw it', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  const { sent } = openAs(['staff'], `/${path}`, {
    [`GET ${path}`]: aFile({
      status: 'suspended',
      termination: PROPOSAL,
      allowed: ['reinstate', 'withdrawTermination'],
    }),
    [`POST ${path}/terminate/reject`]: aFile({ status: 'suspended' }),
  });
  expect(await screen.findByText(/it cannot be you/)).toBeTruthy();
  expect(screen.getByText('Sold copies, twice')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm termination' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw it' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Too early');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw it' }));
  const body = { proposalId: PROPOSAL.proposalId, reason: 'Too early' };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: `${path}/terminate/reject`, body }]));
});

test('confirms the displayed termination with a reason, and shows what it rests on and a refusal', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  const { sent } = openAs(['staff'], `/${path}`, {
    [`GET ${path}`]: aFile({
      status: 'suspended',
      termination: { ...PROPOSAL, proposedBy: BUYER },
      allowed: ['reinstate', 'confirmTermination', 'rejectTermination'],
    }),
    [`POST ${path}/terminate/confirm`]: json(
      { message: 'This proposal is no longer open', code: 'terminationGone' },
      409,
    ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm termination' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/It has one open sale/)).toBeTruthy();
  const links = question.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['1', `/staff/reports?state=all&about=${BUYER._id}`],
    ['2', `/staff/reports/reviews?state=all&about=${BUYER._id}`],
    ['5', `/staff?search=${BUYER._id}`],
  ]);
  expect(within(question.getByRole('list', { name: 'Earlier sanctions' })).getByRole('listitem').textContent).toMatch(
    /^Suspended on 2 Mar 2026, .*: Sold copies$/,
  );
  await userEvent.click(question.getByRole('button', { name: 'Terminate' }));
  expect(await question.findByText('A reason is required')).toBeTruthy();
  await userEvent.type(question.getByLabelText('Reason'), 'I read the reports');
  await userEvent.click(question.getByRole('button', { name: 'Terminate' }));
  expect(await question.findByText('This proposal is no longer open')).toBeTruthy();
  const body = { proposalId: PROPOSAL.proposalId, reason: 'I read the reports' };
  expect(actions(sent)).toEqual([{ path: `${path}/terminate/confirm`, body }]);
});

test('shows a terminated account with its erasure date, without actions for auditors', async () => {
  const path = `staff/accounts/${BUYER._id}`;
  openAs(['auditor'], `/${path}`, {
    [`GET ${path}`]: aFile({
      status: 'suspended',
      terminated: true,
      eraseAt: '2026-04-02T10:00:00.000Z',
      allowed: [],
      history: [{ event: 'AccountTerminated', at: '2026-03-03T00:00:00.000Z', detail: null, by: STAFF_PERSON }],
    }),
  });
  expect((await screen.findAllByText('Terminated')).length).toBe(2);
  expect(screen.getByText(/2 Apr 2026.*or once no sale is open/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /account|termination/i })).toBeNull();
});

test('says when an account does not exist', async () => {
  openAs(['staff'], `/staff/accounts/${BUYER._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Account not found' })).toBeTruthy();
});

test('decides a reported message with outcome and note', async () => {
  const { messageId } = aReport();
  const { sent } = openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(aReport()),
    [`POST staff/message-reports/${messageId}/resolve`]: new Response(null, { status: 204 }),
  });
  expect(await screen.findByText('Send the money to my own account instead.')).toBeTruthy();
  expect(screen.getByText('I am asked to pay outside.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'warned');
  await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'insult');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('A note is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Note'), 'Told the rules');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      {
        path: `staff/message-reports/${messageId}/resolve`,
        body: { outcome: 'warned', rule: 'insult', note: 'Told the rules' },
      },
    ]),
  );
  expect(to(sent, 'staff/message-reports')[0]?.query.get('state')).toBe('open');
});

test('shows the outcome of a handled report and who decided', async () => {
  openAs(['auditor'], '/staff/reports?state=resolved', {
    'GET staff/message-reports': reportsOf(
      aReport({
        resolution: { outcome: 'nothing', note: 'A joke', by: STAFF_PERSON, at: '2026-11-21T12:00:00.000Z' },
      }),
    ),
  });
  expect(await screen.findByText('No rule was broken')).toBeTruthy();
  expect(screen.getByText('A joke')).toBeTruthy();
  expect(screen.getByText(/archivist on 21 Nov 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
});

test('hides the handle button for reports that the reader is involved in', async () => {
  const byMe = [{ reporter: STAFF_PERSON, reason: 'Rude', reportedAt: '2026-11-20T12:00:00.000Z' }];
  openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(
      aReport({ messageId: '1'.repeat(32), sender: STAFF_PERSON }),
      aReport({ messageId: '2'.repeat(32), reports: byMe }),
      aReport({ messageId: '3'.repeat(32) }),
    ),
  });
  expect(await screen.findAllByRole('button', { name: 'Decide' })).toHaveLength(1);
});

test('shows a reported message with its neighbours', async () => {
  const said = (digit: string, content: string) => ({
    _id: digit.repeat(32),
    sender: BUYER,
    content,
    imageUrl: null,
    sentAt: '2026-11-20T10:00:00.000Z',
  });
  openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(
      aReport({ context: { before: [said('1', 'Is it still there?')], after: [said('2', 'I would rather not.')] } }),
    ),
  });
  const talk = await screen.findByRole('list', { name: /^Message from .*, with the messages around it$/ });
  const [before, reported, after] = within(talk).getAllByRole('listitem');
  expect(before?.textContent).toContain('Is it still there?');
  expect(reported?.textContent).toContain('reported message');
  expect(reported?.textContent).toContain('Send the money to my own account instead.');
  expect(after?.textContent).toContain('I would rather not.');
  expect(screen.getByRole('link', { name: 'Barrow guard' })).toBeTruthy();
});

test('keeps or removes a reported review with a reason', async () => {
  const { reviewId } = aReviewReport();
  const path = `staff/review-reports/${reviewId}/resolve`;
  const { sent } = openAs(['staff'], '/staff/reports/reviews', {
    'GET staff/review-reports': { reports: [aReviewReport()], totalCount: 1, hasMore: false },
    [`POST ${path}`]: new Response(null, { status: 204 }),
  });
  expect(await screen.findByText('Never again.')).toBeTruthy();
  expect(screen.getByText('It is about another seller.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/staff/reports/reviews?state=all');
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'removed');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('A reason is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Another seller');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  const body = { part: 'review', outcome: 'removed', note: 'Another seller' };
  await waitFor(() => expect(actions(sent)).toEqual([{ path, body }]));
});

test('says when no report is open', async () => {
  openAs(['staff'], '/staff/reports', { 'GET staff/message-reports': reportsOf() });
  expect(await screen.findByText('No open reports')).toBeTruthy();
});

const HOLDERS = { accounts: [anAccount({ roles: ['member', 'staff', 'auditor'] })], proposals: [] };
const aProposal = (proposedBy: string) => ({
  proposalId: '1'.repeat(32),
  role: 'staff',
  account: { _id: '2'.repeat(32), username: 'jonas_k' },
  proposedBy: { _id: proposedBy, username: 'steward' },
  proposedAt: '2026-03-02T09:00:00.000Z',
  lapsesAt: '2026-03-05T09:00:00.000Z',
});

test('confirms another admin’s role proposal after a question', async () => {
  const { sent } = openAs(['admin'], '/staff/roles', {
    'GET admin/accounts-with-roles': { ...HOLDERS, proposals: [aProposal('3'.repeat(32))] },
    'POST admin/roles/confirm': { success: true, message: 'Role given', account: anAccount() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm: jonas_k as staff' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/jonas_k becomes staff, as steward proposed/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: 'admin/roles/confirm', body: { account: '2'.repeat(32), proposalId: '1'.repeat(32) } },
    ]),
  );
});

test('shows an auditor pending role proposals without buttons', async () => {
  openAs(['auditor'], '/staff/roles', {
    'GET admin/accounts-with-roles': { ...HOLDERS, proposals: [aProposal('3'.repeat(32))] },
  });
  expect(await screen.findByText(/proposed by steward/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confirm|Withdraw/ })).toBeNull();
});

test('proposes a role by e-mail address', async () => {
  const { sent } = openAs(['admin'], '/staff/roles', {
    'GET admin/accounts-with-roles': HOLDERS,
    'POST admin/roles/grant': { success: true, message: 'Role proposed', account: anAccount() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Propose role' }));
  expect(await screen.findByText('Please enter an account')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Account' }), 'ines@example.eu');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'auditor');
  await userEvent.click(screen.getByRole('button', { name: 'Propose role' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: 'admin/roles/grant', body: { account: 'ines@example.eu', role: 'auditor' } },
    ]),
  );
});

test('revokes a role after a question', async () => {
  const { sent } = openAs(['admin'], '/staff/roles', {
    'GET admin/accounts-with-roles': HOLDERS,
    'POST admin/roles/revoke': { success: true, message: 'Role revoked', account: anAccount() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke auditor from marta_v' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/marta_v loses it at once/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([{ path: 'admin/roles/revoke', body: { account: BUYER._id, role: 'auditor' } }]),
  );
});

test('shows a failed revocation only while its question is open', async () => {
  openAs(['admin'], '/staff/roles', {
    'GET admin/accounts-with-roles': HOLDERS,
    'POST admin/roles/revoke': json({ message: 'The last admin stays' }, 409),
  });
  const asked = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke auditor from marta_v' }));
    return within(await screen.findByRole('alertdialog'));
  };
  const dialog = await asked();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await dialog.findByText('The last admin stays')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await asked()).queryByText('The last admin stays')).toBeNull();
});

test('shows an auditor the roles without buttons', async () => {
  openAs(['auditor'], '/staff/roles', { 'GET admin/accounts-with-roles': HOLDERS });
  expect(await screen.findByRole('link', { name: 'marta_v' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Revoke|Propose/ })).toBeNull();
});

test('counts unpaid purchases and lists the latest', async () => {
  const last = [
    { how: 'lapsed', at: '2026-03-02T09:00:00.000Z', listing: 'dragon' },
    { how: 'abandoned', at: '2026-03-01T09:00:00.000Z', listing: 'knight' },
  ] as const;
  openAs(['staff'], `/staff/accounts/${BUYER._id}`, {
    [`GET staff/accounts/${BUYER._id}`]: aFile({ letGo: { times: 12, last: [...last] } }),
  });
  const times = (await screen.findByText('Unpaid purchases', { selector: 'dt' })).nextElementSibling as HTMLElement;
  expect(times.textContent).toMatch(/^12.*, not paid in time.*, cancelled$/);
  expect(
    within(times)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/listings/dragon', '/listings/knight']);
});

test('checks the identity again before a suspension and then continues', async () => {
  let shown = false;
  const { sent } = openAs(['staff'], `/staff/accounts/${BUYER._id}`, {
    [`GET staff/accounts/${BUYER._id}`]: aFile(),
    'GET user/second-factor': { required: true, inUse: true, passkeys: 0, since: null, codesLeft: 8 },
    'POST user/step-up': () => {
      shown = true;
      return { message: 'Thank you', token: tokenWith(1800) };
    },
    [`POST staff/accounts/${BUYER._id}/suspend`]: () =>
      shown
        ? aFile({ status: 'suspended', allowed: ['reinstate'] })
        : json({ message: 'Please confirm that it is you.', code: 'stepUpRequired' }, 403),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Sold copies');
  await userEvent.selectOptions(dialog.getByLabelText('Ground'), 'listings');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend account' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }));
  await userEvent.type(question.getByLabelText('Code'), '654321');
  await userEvent.click(question.getByRole('button', { name: 'Continue' }));
  const suspend = `staff/accounts/${BUYER._id}/suspend`;
  await waitFor(() => expect(actions(sent).map(({ path }) => path)).toEqual([suspend, 'user/step-up', suspend]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
