import type { Knex } from 'knex';
import type { DataAccessPage, DataAccessQuery } from '#application/contract/accessLog.ts';
import type { SecurityEventAnswer, SecurityKind, SecurityPage, SecurityQuery } from '#application/contract/audit.ts';
import type { Viewer } from '#domain/access/right.ts';
import { findsByAddress } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import type { SecurityFact, SecurityRow } from './projection.ts';

/** The event types of each kind. */
export const TYPES_OF_SECURITY: Readonly<Record<SecurityKind, readonly SecurityFact[]>> = {
  signIns: ['SignInSucceeded'],
  refusedSignIns: ['SignInRefused'],
  refusedAccess: ['AccessRefused'],
  roles: ['RoleProposed', 'RoleProposalWithdrawn', 'RoleGranted', 'RoleRevoked'],
  secrets: [
    'PasswordChanged',
    'SecondFactorAdded',
    'SecondFactorRemoved',
    'PasskeyAdded',
    'PasskeyRemoved',
    'RecoveryCodesRenewed',
    'EmailChangeRequested',
    'EmailChangeConfirmed',
    'EmailChanged',
    'EmailChangeEnded',
  ],
  standing: ['AccountSuspended', 'AccountReinstated', 'AccountTerminated'],
};

type SecurityRowWithNames = SecurityRow & { account: string | null; by: string | null };

const ID = /^[0-9a-f]{32}$/;

const shown = (row: SecurityRowWithNames): SecurityEventAnswer => {
  const { way = null, why = null, call = null, role = null, secondFactor = null } = row.detail;
  return {
    id: row.event_id,
    at: new Date(row.at).toISOString(),
    type: row.type,
    stream: row.stream,
    revision: row.revision,
    account: row.account_id === null ? null : { _id: row.account_id, username: row.account ?? ERASED },
    by: row.by_id !== null && ID.test(row.by_id) ? { _id: row.by_id, username: row.by ?? ERASED } : null,
    network: row.network,
    address: row.address,
    times: row.times,
    way,
    why,
    call,
    role,
    secondFactor,
  };
};

/** The accounts that a text names for this viewer: by id, username or e-mail address. */
const accountsNamed = async (db: Knex, text: string, viewer: Viewer): Promise<AccountId[]> => {
  const { rows } = await db.raw<{ rows: { id: AccountId }[] }>(
    `SELECT id FROM read_accounts.accounts
      WHERE id = :text OR lower(username) = :text OR (:byAddress AND lower(email) = :text)`,
    { text: text.toLowerCase(), byAddress: findsByAddress(viewer) },
  );
  return rows.map(({ id }) => id);
};

/** The transaction with this number or id. */
const transactionNamed = async (db: Knex, text: string): Promise<TransactionId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    'SELECT id FROM read_transactions.sales WHERE right(id, 10) = ? OR id = ? LIMIT 1',
    [tailOfTransactionId(text) ?? '', text.toLowerCase()],
  );
  return rows[0]?.id;
};

/** The shown beginning of a digest, such as `1a2b3c4d` or `1a2b3c4d…`. */
const digestIn = (text: string): string | undefined => /^([0-9a-f]{6,32})…?$/.exec(text.toLowerCase())?.[1];

type Condition = { sql: string; values: unknown[] };

/** `nobody`: the text names no account, and is no digest. */
const whoseEvents = async (
  db: Knex,
  who: string,
  viewer: Viewer,
): Promise<{ about: SecurityPage['about']; condition: Condition }> => {
  if (who === '') return { about: 'everybody', condition: { sql: 'true', values: [] } };
  const accounts = await accountsNamed(db, who, viewer);
  const digest = digestIn(who);
  const beginning = digest === undefined ? '' : `${digest}%`;
  const sql = '(f.account_id = ANY(?) OR f.by_id = ANY(?) OR f.network LIKE ? OR f.address LIKE ?)';
  const about = accounts.length > 0 ? 'person' : digest === undefined ? 'nobody' : 'digest';
  return { about, condition: { sql, values: [accounts, accounts, beginning, beginning] } };
};

const conditionsOf = ({ kind, from, to }: SecurityQuery, whose: Condition): Condition => {
  const conditions = [
    { sql: "f.type <> 'PersonalDataOpened'", values: [] },
    whose,
    ...(kind === 'all' ? [] : [{ sql: 'f.type = ANY(?)', values: [TYPES_OF_SECURITY[kind]] }]),
    ...(from === undefined ? [] : [{ sql: 'f.at >= ?', values: [Date.parse(from)] }]),
    ...(to === undefined ? [] : [{ sql: 'f.at < ?', values: [Date.parse(to)] }]),
  ];
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) };
};

type AccessRow = Pick<SecurityRowWithNames, 'event_id' | 'stream' | 'account' | 'by'> & { account_id: string };
type Whose = { about: DataAccessPage['about']; condition: Condition };

/** Accesses by or to a person, or to a sale and the work on its case. */
const whoseAccesses = async (db: Knex, who: string, viewer: Viewer): Promise<Whose> => {
  if (who === '') return { about: 'everybody', condition: { sql: 'true', values: [] } };
  const accounts = await accountsNamed(db, who, viewer);
  const sql = '(f.account_id = ANY(?) OR f.by_id = ANY(?))';
  if (accounts.length > 0) return { about: 'person', condition: { sql, values: [accounts, accounts] } };
  const transaction = await transactionNamed(db, who);
  if (transaction === undefined) return { about: 'nobody', condition: { sql: 'false', values: [] } };
  const streams = [`transaction-${transaction}`, `case-${transaction}`];
  return { about: 'sale', condition: { sql: 'f.opened_of = ANY(?)', values: [streams] } };
};

/** Newest first. The details stay in the event streams. */
export const dataAccessesFound = async (
  db: Knex,
  { who, page, limit }: DataAccessQuery,
  viewer: Viewer,
): Promise<{ about: DataAccessPage['about']; found: AccessRow[]; totalCount: number; hasMore: boolean }> => {
  const { about, condition } = await whoseAccesses(db, who, viewer);
  const where = `f.type = 'PersonalDataOpened' AND ${condition.sql}`;
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: AccessRow[] }>(
      `SELECT f.event_id, f.stream, f.account_id, a.username AS account, b.username AS by FROM read_security.facts f
         LEFT JOIN read_accounts.accounts a ON a.id = f.account_id
         LEFT JOIN read_accounts.accounts b ON b.id = f.by_id
        WHERE ${where} ORDER BY f.at DESC, f.event_id DESC LIMIT ? OFFSET ?`,
      [...condition.values, limit, (page - 1) * limit] as never,
    ),
    db.raw<{ rows: { n: number }[] }>(
      `SELECT count(*)::int AS n FROM read_security.facts f WHERE ${where}`,
      condition.values as never,
    ),
  ]);
  const totalCount = counted.rows[0]!.n;
  const hasMore = rows.length > 0 && (page - 1) * limit + rows.length < totalCount;
  return { about, found: rows, totalCount, hasMore };
};

/** Newest first. */
export const securityEvents = async (db: Knex, query: SecurityQuery, viewer: Viewer): Promise<SecurityPage> => {
  const { page, limit } = query;
  const { about, condition } = await whoseEvents(db, query.who, viewer);
  const { sql: where, values } = conditionsOf(query, condition);
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: SecurityRowWithNames[] }>(
      `SELECT f.*, a.username AS account, b.username AS by FROM read_security.facts f
         LEFT JOIN read_accounts.accounts a ON a.id = f.account_id
         LEFT JOIN read_accounts.accounts b ON b.id = f.by_id
        WHERE ${where} ORDER BY f.at DESC, f.event_id DESC LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit] as never,
    ),
    db.raw<{ rows: { n: number }[] }>(
      `SELECT count(*)::int AS n FROM read_security.facts f WHERE ${where}`,
      values as never,
    ),
  ]);
  const totalCount = counted.rows[0]!.n;
  const hasMore = rows.length > 0 && (page - 1) * limit + rows.length < totalCount;
  return { about, facts: rows.map(shown), totalCount, hasMore };
};
