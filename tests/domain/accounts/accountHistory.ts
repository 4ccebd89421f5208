import { account } from '#domain/accounts/account.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { givenWith } from '#tests/support/given.ts';

export const given = givenWith(account);

export const ID = 'a'.repeat(32);
export const AT = Date.UTC(2026, 4, 7, 12);
export const OWNER: Actor = { id: ID, role: 'member' };
export const STAFF: Actor = { id: 'f'.repeat(32), role: 'staff' };
export const ADMIN: Actor = { id: 'e'.repeat(32), role: 'admin' };

export const BANK = { accountHolder: 'Magos Biologis', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };

export const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: { at: AT, username: 'magos', email: 'magos@mars.example', country: 'Netherlands', termsAcceptedAt: AT },
};
export const verified: AccountEvent = { type: 'EmailVerified', data: { at: AT } };
export const sellerTerms: AccountEvent = { type: 'SellerTermsAccepted', data: { at: AT } };
export const bankProvided: AccountEvent = {
  type: 'BankDetailsProvided',
  data: { at: AT, bank: BANK, payoutsHeldUntil: null },
};
export const bankVerified: AccountEvent = { type: 'BankAccountVerified', data: { at: AT } };
export const suspended: AccountEvent = { type: 'AccountSuspended', data: { at: AT, reason: 'counterfeits' } };

type Bare<Command> = Command extends AccountCommand ? Omit<Command, 'at' | 'by'> : never;

/** The command as its owner gives it at AT, unless said otherwise. */
export const command = (request: Bare<AccountCommand>, by: Actor = OWNER, at = AT): AccountCommand =>
  ({ ...request, at, by }) as AccountCommand;
