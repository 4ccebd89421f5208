import type { Knex } from 'knex';
import type { DataAccessQuery } from '#application/contract/accessLog.ts';
import type { SecurityEventAnswer, SecurityKind, SecurityPage, SecurityQuery } from '#application/contract/audit.ts';
import type { Viewer } from '#domain/access/right.ts';
import { findsByAddress } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
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

/** The columns that a viewer can search accounts by. */
const namesOf = (table: string, viewer: Viewer): string =>
  ['username', ...(findsByAddress(viewer) ? ['email'] : [])].map((name) => `lower(${table}.${name})`).join(', ');

const conditionsOf = ({ who, kind, from, to }: SecurityQuery, viewer: Viewer): { where: string; values: unknown[] } => {
  const conditions: string[] = ["f.type <> 'PersonalDataOpened'"];
  const values: unknown[] = [];
  const where = (condition: string, ...given: unknown[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (who !== '') {
    const named = who.toLowerCase();
    where(
      `(? IN (f.account_id, f.by_id, f.network, f.address)
        OR f.account_id IN (SELECT id FROM read_accounts.accounts WHERE ? IN (${namesOf('accounts', viewer)})))`,
      named,
      named,
    );
  }
  if (kind !== 'all') where('f.type = ANY(?)', TYPES_OF_SECURITY[kind]);
  if (from !== undefined) where('f.at >= ?', Date.parse(from));
  if (to !== undefined) where('f.at < ?', Date.parse(to));
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
};

type AccessRow = Pick<SecurityRowWithNames, 'event_id' | 'stream' | 'account' | 'by'> & { account_id: string };

/** Newest first. The details stay in the event streams. */
export const dataAccessesFound = async (
  db: Knex,
  { who, page, limit }: DataAccessQuery,
  viewer: Viewer,
): Promise<{ found: AccessRow[]; totalCount: number; hasMore: boolean }> => {
  const named = who.toLowerCase();
  const where = `f.type = 'PersonalDataOpened' AND (? = '' OR ? IN (f.account_id, f.by_id, ${namesOf('a', viewer)}, ${namesOf('b', viewer)}))`;
  const from = `FROM read_security.facts f
         LEFT JOIN read_accounts.accounts a ON a.id = f.account_id
         LEFT JOIN read_accounts.accounts b ON b.id = f.by_id WHERE ${where}`;
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: AccessRow[] }>(
      `SELECT f.event_id, f.stream, f.account_id, a.username AS account, b.username AS by ${from}
        ORDER BY f.at DESC, f.event_id DESC LIMIT ? OFFSET ?`,
      [named, named, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n ${from}`, [named, named]),
  ]);
  const totalCount = counted.rows[0]!.n;
  return { found: rows, totalCount, hasMore: rows.length > 0 && (page - 1) * limit + rows.length < totalCount };
};

/** Newest first. */
export const securityEvents = async (db: Knex, query: SecurityQuery, viewer: Viewer): Promise<SecurityPage> => {
  const { page, limit } = query;
  const { where, values } = conditionsOf(query, viewer);
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: SecurityRowWithNames[] }>(
      `SELECT f.*, a.username AS account, b.username AS by FROM read_security.facts f
         LEFT JOIN read_accounts.accounts a ON a.id = f.account_id
         LEFT JOIN read_accounts.accounts b ON b.id = f.by_id
        ${where} ORDER BY f.at DESC, f.event_id DESC LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit] as never,
    ),
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n FROM read_security.facts f ${where}`, values as never),
  ]);
  const totalCount = counted.rows[0]!.n;
  const hasMore = rows.length > 0 && (page - 1) * limit + rows.length < totalCount;
  return { facts: rows.map(shown), totalCount, hasMore };
};
