import type { Knex } from 'knex';
import type { z } from 'zod';
import type { caseParty } from '#application/contract/cases.ts';
import type {
  AccountSearch,
  AccountSummary,
  accountPage,
  RoleProposal,
  TerminationProposal,
} from '#application/contract/staffAccounts.ts';
import type { Viewer } from '#domain/access/right.ts';
import { isErased } from '#domain/accounts/accountStatus.ts';
import { findsByAddress, shownAs, sightOf, towardsAccount } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { WITHOUT_MONEY } from '#domain/transactions/state.ts';
import type { AccountRow } from './row.ts';
import { whose } from './standing.ts';

const iso = (instant: number): string => new Date(instant).toISOString();

const summary = (row: AccountRow, viewer: Viewer): AccountSummary => ({
  _id: row.id,
  username: row.username ?? ERASED,
  email: shownAs(row.email, sightOf('account.see.email', towardsAccount(row.id, viewer))) ?? ERASED,
  country: row.country,
  status: row.status,
  terminated: row.terminated,
  terminationProposed: row.termination_proposal !== null,
  roles: row.roles,
  joinDate: iso(row.joined_at),
});

export const ratingsOf = ({ reputation, rating_count }: AccountRow) => ({
  count: rating_count,
  average: rating_count === 0 ? null : Math.round((reputation / rating_count) * 100) / 100,
});

const literally = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

/** Searches by username prefix, id, or whole e-mail address if the viewer may read addresses. Newest first. */
export const searchAccounts = async (
  db: Knex,
  { search, status, page, limit }: AccountSearch,
  viewer: Viewer,
): Promise<z.infer<typeof accountPage>> => {
  const matching = () => {
    const query = db.withSchema('read_accounts').table<AccountRow>('accounts');
    if (status === 'termination_proposed') query.whereNotNull('termination_proposal');
    else if (status !== 'all') query.where({ status });
    if (search !== '')
      query.where((either) => {
        either.where({ id: search.toLowerCase() }).orWhereRaw('lower(username) LIKE ?', [`${literally(search)}%`]);
        if (findsByAddress(viewer)) either.orWhereRaw('lower(email) = ?', [search.toLowerCase()]);
      });
    return query;
  };
  const rows = await matching()
    .orderBy([
      { column: 'joined_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
    .offset((page - 1) * limit);
  const counted = await matching().count({ n: '*' }).first();
  const totalCount = Number(counted?.n ?? 0);
  return {
    accounts: rows.map((row) => summary(row as AccountRow, viewer)),
    totalCount,
    hasMore: rows.length > 0 && (page - 1) * limit + rows.length < totalCount,
  };
};

/** Accounts with a role other than `member`, by name. */
export const roleHoldersOf = async (db: Knex, viewer: Viewer): Promise<AccountSummary[]> => {
  const rows = await db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .whereRaw("roles <> '{member}'")
    .whereRaw(`NOT (${whose(isErased, 'accounts')})`)
    .orderByRaw('lower(username), id');
  return rows.map((row) => summary(row as AccountRow, viewer));
};

/** Roles waiting for a second admin, the first to expire first. */
export const roleProposalsOf = async (db: Knex, now: Instant): Promise<RoleProposal[]> => {
  const rows = await db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .whereNotNull('role_proposal')
    .select('id', 'username', 'role_proposal');
  const pending = rows.flatMap(({ id, username, role_proposal }) =>
    role_proposal && role_proposal.lapsesAt > now ? [{ ...role_proposal, account: { _id: id, username } }] : [],
  );
  const names = await usernamesOf(
    db,
    pending.map(({ proposedBy }) => proposedBy),
  );
  return pending
    .toSorted((a, b) => a.lapsesAt - b.lapsesAt)
    .map(({ account, proposedBy, proposedAt, lapsesAt, ...proposal }) => ({
      ...proposal,
      account: { _id: account._id, username: account.username ?? ERASED },
      proposedBy: { _id: proposedBy, username: names.get(proposedBy) ?? ERASED },
      proposedAt: iso(proposedAt),
      lapsesAt: iso(lapsesAt),
    }));
};

type ProposedRow = { id: AccountId; username: string; at: Instant; by: AccountId; proposer: string | null };

/** Terminations waiting for a second person, the oldest first. */
export const terminationProposalsOf = async (db: Knex): Promise<TerminationProposal[]> => {
  const { rows } = await db.raw<{ rows: ProposedRow[] }>(
    `SELECT a.id, a.username, (a.termination_proposal->>'proposedAt')::bigint AS at, a.termination_proposal->>'proposedBy' AS by,
            p.username AS proposer
       FROM read_accounts.accounts a LEFT JOIN read_accounts.accounts p ON p.id = a.termination_proposal->>'proposedBy'
      WHERE a.termination_proposal IS NOT NULL ORDER BY at, a.id`,
  );
  return rows.map(({ id, username, at, by, proposer }) => ({
    account: { _id: id, username },
    proposedBy: { _id: by, username: proposer ?? ERASED },
    proposedAt: iso(Number(at)),
  }));
};

/** @returns the stored row, and the part of it that the viewer may see */
export const accountRow = async (
  db: Knex,
  id: AccountId,
  viewer: Viewer,
): Promise<{ row: AccountRow; summary: AccountSummary } | undefined> => {
  const row = await db.withSchema('read_accounts').table<AccountRow>('accounts').where({ id }).first();
  return row && { row, summary: summary(row, viewer) };
};

export const usernamesOf = async (db: Knex, ids: readonly AccountId[]): Promise<Map<AccountId, string>> => {
  const { rows } = await db.raw<{ rows: { id: AccountId; username: string | null }[] }>(
    'SELECT id, username FROM read_accounts.accounts WHERE id = ANY(?)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, username }) => [id, username ?? ERASED]));
};

type TransactionCounts = { total: number; open: number; disputed: number; chargedBack: number };

/** As buyer and as seller. `open`: they hold money or expect it. */
export const transactionCountsOf = async (db: Knex, id: AccountId): Promise<TransactionCounts> => {
  const { rows } = await db.raw<{ rows: TransactionCounts[] }>(
    `SELECT count(*)::int AS total,
            (count(*) FILTER (WHERE status <> ALL(:over)))::int AS open,
            (count(*) FILTER (WHERE sale->>'dispute' <> 'none'))::int AS disputed,
            (count(*) FILTER (WHERE (sale->'chargebacks')::text <> '{}'))::int AS "chargedBack"
       FROM read_transactions.sales WHERE buyer_id = :id OR seller_id = :id`,
    { id, over: WITHOUT_MONEY },
  );
  return rows[0]!;
};

/** A party of a case, for staff. */
export const casePartyOf = async (db: Knex, id: AccountId): Promise<z.infer<typeof caseParty>> => {
  const row = await db.withSchema('read_accounts').table<AccountRow>('accounts').where({ id }).first();
  if (!row) throw new Error(`the account ${id} of a transaction is missing`);
  const { total, disputed, chargedBack } = await transactionCountsOf(db, id);
  return {
    _id: id,
    username: row.username ?? ERASED,
    status: row.status,
    country: row.country,
    joinDate: iso(row.joined_at),
    ratings: ratingsOf(row),
    sales: { total, disputed, chargedBack },
  };
};
