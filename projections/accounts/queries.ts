import type { Knex } from 'knex';
import type { z } from 'zod';
import type { DueErasure } from '#application/accounts/storage.ts';
import type { maskedBankDetails, Profile, SessionUser, sellerStatus } from '#application/contract/accounts.ts';
import { mayAct } from '#domain/accounts/accountStatus.ts';
import type { Role } from '#domain/shared/actor.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import type { AccountRow } from './row.ts';
import { whose } from './standing.ts';

const rowOf = async (db: Knex, id: AccountId): Promise<AccountRow | undefined> =>
  db.withSchema('read_accounts').table<AccountRow>('accounts').where({ id }).first();

const ratesOf = (row: AccountRow) => ({
  domestic: row.domestic_rate ?? DEFAULT_SHIPPING_RATES.domestic,
  continental: row.continental_rate ?? DEFAULT_SHIPPING_RATES.continental,
  international: row.international_rate ?? DEFAULT_SHIPPING_RATES.international,
});

const identityOf = (row: AccountRow): Omit<SessionUser, 'appearance'> => ({
  _id: row.id,
  userId: row.id,
  username: row.username ?? ERASED,
  email: row.email ?? ERASED,
  fullName: row.full_name,
  country: row.country,
  shippingAddress: row.address,
  platformAgreements: { termsAccepted: true, feeAccepted: row.fee_accepted },
  roles: row.roles,
});

/** For the account's owner only. */
export const profileOf = async (db: Knex, id: AccountId): Promise<Profile | undefined> => {
  const row = await rowOf(db, id);
  if (!row) return undefined;
  const rates = ratesOf(row);
  return {
    ...identityOf(row),
    bankAccount: { verified: row.bank_verified },
    shippingRates: {
      domesticRate: toEuros(rates.domestic),
      continentalRate: toEuros(rates.continental),
      internationalRate: toEuros(rates.international),
    },
    reputation: row.reputation,
    ratingCount: row.rating_count,
    status: row.status,
    joinDate: new Date(row.joined_at).toISOString(),
  };
};

export const maskedBankDetailsOf = async (db: Knex, id: AccountId): Promise<z.infer<typeof maskedBankDetails>> => ({
  maskedDetails: (await rowOf(db, id))?.bank ?? null,
});

export const sellerStatusOf = async (
  db: Knex,
  id: AccountId,
): Promise<Omit<z.infer<typeof sellerStatus>, 'identityPage'> | undefined> => {
  const row = await rowOf(db, id);
  return (
    row && {
      feeAccepted: row.fee_accepted,
      hasBankDetails: row.has_bank,
      bankAccount: { verified: row.bank_verified, rejectedReason: row.bank_rejected_reason },
      payoutsHeldUntil: row.payouts_held_until === null ? null : new Date(row.payouts_held_until).toISOString(),
      frozenUntil: row.frozen_until === null ? null : new Date(row.frozen_until).toISOString(),
    }
  );
};

/** Accounts that can use the role, such as staff who receive a case. */
export const accountsWithRole = async (db: Knex, role: Exclude<Role, 'member'>): Promise<AccountId[]> => {
  const rows = await db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .whereRaw('roles @> ARRAY[?]::text[]', [role])
    .whereRaw("roles <> '{member}'")
    .whereRaw(whose(mayAct, 'accounts'))
    .orderBy('id')
    .select('id');
  return rows.map(({ id }) => id);
};

/** Accounts whose erasure is due, after `beyond`. */
export const deletionsDue = async (
  db: Knex,
  now: number,
  limit: number,
  beyond?: DueErasure,
): Promise<DueErasure[]> => {
  const due = db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .where('erase_at', '<=', now)
    .orderBy(['erase_at', 'id'])
    .limit(limit)
    .select('id', 'erase_at');
  if (beyond) void due.whereRaw('(erase_at, id) > (?, ?)', [beyond.eraseAt, beyond.account]);
  return (await due).map(({ id, erase_at }) => ({ account: id, eraseAt: Number(erase_at) }));
};
