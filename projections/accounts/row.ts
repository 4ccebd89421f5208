import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { frozenAfter } from '#domain/accounts/factors.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { idOf } from '../engine/rows.ts';

type Bank = { accountHolder: string; iban: string; bankName: string };

/** Keeps the country, the check digits and the last four characters: `NL91 **** **** 4300`. */
export const maskBank = ({ accountHolder, iban, bankName }: Bank): Bank => ({
  accountHolder,
  iban: `${iban.slice(0, 4)} **** **** ${iban.slice(-4)}`,
  bankName,
});

type Address = { fullName: string; streetAddress1: string; streetAddress2: string; city: string; postalCode: string };

export type AccountRow = {
  id: string;
  /** Personal columns are null once the account is erased. */
  username: string | null;
  email: string | null;
  full_name: string | null;
  address: Address | null;
  /** Masked; only the encrypted event has the full IBAN. */
  bank: Bank | null;
  country: string;
  status: 'unverified' | 'active' | 'suspended' | 'deletion_pending' | 'deleted';
  email_verified: boolean;
  suspended: boolean;
  /** Suspended for good. */
  terminated: boolean;
  deletion_requested: boolean;
  erase_at: number | null;
  terms_accepted_at: number;
  fee_accepted: boolean;
  domestic_rate: number | null;
  continental_rate: number | null;
  international_rate: number | null;
  has_bank: boolean;
  bank_verified: boolean;
  bank_rejected_reason: string | null;
  payouts_held_until: number | null;
  /** Until then the first second factor is pending. May be in the past. */
  frozen_until: number | null;
  reputation: number;
  rating_count: number;
  roles: Role[];
  /** May have lapsed. */
  role_proposal: { proposalId: Id; role: Role; proposedBy: AccountId; proposedAt: Instant; lapsesAt: Instant } | null;
  /** Waits for a second person. */
  termination_proposal: { proposedBy: AccountId; proposedAt: Instant } | null;
  joined_at: number;
};

export const HANDLED = [
  'AccountRegistered',
  'EmailVerified',
  'EmailChanged',
  'ProfileUpdated',
  'ShippingAddressSet',
  'SellerTermsAccepted',
  'ShippingRatesSet',
  'BankDetailsProvided',
  'BankAccountVerified',
  'BankAccountRejected',
  'SecondFactorAdded',
  'SecondFactorRemoved',
  'PasskeyAdded',
  'PasskeyRemoved',
  'SellerRated',
  'RoleProposed',
  'RoleProposalWithdrawn',
  'RoleGranted',
  'RoleRevoked',
  'AccountSuspended',
  'AccountReinstated',
  'TerminationProposed',
  'TerminationRejected',
  'TerminationWithdrawn',
  'AccountTerminated',
  'DeletionRequested',
  'DeletionCancelled',
  'AccountErased',
] as const satisfies readonly AccountEvent['type'][];

export type Handled = Extract<Recorded<AccountEvent>, { type: (typeof HANDLED)[number] }>;

const registered = (event: Extract<Handled, { type: 'AccountRegistered' }>): AccountRow => ({
  id: idOf(event.stream),
  username: event.data.username,
  email: event.data.email,
  full_name: null,
  address: null,
  bank: null,
  country: event.data.country,
  status: 'unverified',
  email_verified: false,
  suspended: false,
  terminated: false,
  deletion_requested: false,
  erase_at: null,
  terms_accepted_at: event.data.termsAcceptedAt,
  fee_accepted: false,
  domestic_rate: null,
  continental_rate: null,
  international_rate: null,
  has_bank: false,
  bank_verified: false,
  bank_rejected_reason: null,
  payouts_held_until: null,
  frozen_until: null,
  reputation: 0,
  rating_count: 0,
  roles: ['member'],
  role_proposal: null,
  termination_proposal: null,
  joined_at: event.data.at,
});

const ERASED = {
  username: null,
  email: null,
  full_name: null,
  address: null,
  bank: null,
  has_bank: false,
  bank_verified: false,
  bank_rejected_reason: null,
  erase_at: null,
  role_proposal: null,
  termination_proposal: null,
};

const changed = (row: AccountRow, event: Handled): Partial<AccountRow> => {
  switch (event.type) {
    case 'EmailVerified':
      return { email_verified: true };
    case 'EmailChanged':
      return { email: event.data.email };
    case 'ProfileUpdated':
      return { full_name: event.data.fullName, country: event.data.country };
    case 'ShippingAddressSet':
      return { address: event.data.address };
    case 'SellerTermsAccepted':
      return { fee_accepted: true };
    case 'ShippingRatesSet': {
      const { domestic, continental, international } = event.data;
      return { domestic_rate: domestic, continental_rate: continental, international_rate: international };
    }
    case 'BankDetailsProvided': {
      const bank = event.data.bank && maskBank(event.data.bank);
      return {
        bank,
        has_bank: true,
        bank_verified: false,
        bank_rejected_reason: null,
        payouts_held_until: event.data.payoutsHeldUntil,
      };
    }
    case 'BankAccountVerified':
      return { bank_verified: true, bank_rejected_reason: null };
    case 'BankAccountRejected':
      return { bank_verified: false, bank_rejected_reason: event.data.reason };
    case 'SecondFactorAdded':
    case 'PasskeyAdded':
      return { frozen_until: event.data.pendingUntil ?? row.frozen_until };
    case 'SecondFactorRemoved':
    case 'PasskeyRemoved':
      return { frozen_until: frozenAfter(row.frozen_until, event.data.why) };
    case 'SellerRated':
      return { reputation: row.reputation + event.data.rating, rating_count: row.rating_count + 1 };
    case 'RoleProposed': {
      const { proposalId, role, proposedBy, at: proposedAt, lapsesAt } = event.data;
      return { role_proposal: { proposalId, role, proposedBy, proposedAt, lapsesAt } };
    }
    case 'RoleProposalWithdrawn':
      return { role_proposal: null };
    case 'RoleGranted':
      return { roles: [...new Set([...row.roles, event.data.role])], role_proposal: null };
    case 'RoleRevoked':
      return { roles: row.roles.filter((role) => role !== event.data.role) };
    case 'AccountSuspended':
      return { suspended: true };
    case 'AccountReinstated':
      return {
        suspended: false,
        terminated: false,
        termination_proposal: null,
        erase_at: row.deletion_requested ? row.erase_at : null,
      };
    case 'TerminationProposed':
      return { termination_proposal: { proposedBy: event.data.proposedBy, proposedAt: event.data.at } };
    case 'TerminationRejected':
    case 'TerminationWithdrawn':
      return { termination_proposal: null };
    case 'AccountTerminated':
      return { terminated: true, termination_proposal: null, erase_at: event.data.eraseAt };
    case 'DeletionRequested':
      return { erase_at: event.data.eraseAt, deletion_requested: true };
    case 'DeletionCancelled':
      return { erase_at: null, deletion_requested: false };
    case 'AccountErased':
      return { ...ERASED, status: 'deleted' };
    case 'AccountRegistered':
      return registered(event);
  }
};

const statusOf = (row: AccountRow): AccountRow['status'] => {
  if (row.status === 'deleted') return 'deleted';
  if (row.suspended) return 'suspended';
  if (row.erase_at !== null) return 'deletion_pending';
  return row.email_verified ? 'active' : 'unverified';
};

export const evolve = (row: AccountRow | undefined, event: Handled): AccountRow => {
  const before = event.type === 'AccountRegistered' ? registered(event) : row;
  if (!before) throw new Error(`${event.type} for an account that never registered`);
  const after = { ...before, ...changed(before, event) };
  return { ...after, status: statusOf(after) };
};
