import { SYSTEM } from '../shared/actor.ts';
import { FIRST_APPEARANCE } from './appearance.ts';
import type { AccountEvent } from './events.ts';
import { frozenAfter } from './factors.ts';
import { type Account, type Grant, NOBODY } from './state.ts';

export const evolve = (account: Account, { type, data }: AccountEvent): Account => {
  switch (type) {
    case 'AccountRegistered':
      return {
        ...account,
        status: 'unverified',
        username: data.username,
        email: data.email,
        country: data.country,
        registeredAt: data.at,
        roles: ['member'],
      };
    case 'EmailVerified':
      return { ...account, status: 'active' };
    case 'PasswordChanged':
      return account;
    case 'ProfileUpdated':
      return { ...account, fullName: data.fullName, country: data.country };
    case 'ShippingAddressSet':
      return { ...account, shippingAddress: data.address };
    case 'SellerTermsAccepted':
      return { ...account, feeAccepted: true };
    case 'ShippingRatesSet':
      return {
        ...account,
        rates: { domestic: data.domestic, continental: data.continental, international: data.international },
      };
    case 'BankDetailsProvided':
      return {
        ...account,
        bank: data.bank,
        bankProvidedAt: data.at,
        bankState: 'checking',
        payoutsHeldUntil: data.payoutsHeldUntil,
      };
    case 'BankAccountVerified':
      return { ...account, bankState: 'verified' };
    case 'BankAccountRejected':
      return { ...account, bankState: 'rejected' };
    case 'SellerRated':
      return {
        ...account,
        reputation: account.reputation + data.rating,
        ratedSales: [...account.ratedSales, data.transactionId],
      };
    case 'RoleProposed': {
      const { proposalId, role, proposedBy, lapsesAt } = data;
      return { ...account, roleProposal: { proposalId, role, proposedBy, lapsesAt } };
    }
    case 'RoleProposalWithdrawn':
      return { ...account, roleProposal: null };
    case 'RoleGranted':
      return {
        ...account,
        roles: [...account.roles, data.role],
        grants: [...account.grants, grantOf(account, data)],
        roleProposal: null,
      };
    case 'RoleRevoked':
      return {
        ...account,
        roles: account.roles.filter((role) => role !== data.role),
        grants: account.grants.filter(({ role }) => role !== data.role),
      };
    case 'AccountSuspended':
      return { ...account, status: 'suspended', beforeSuspension: statusOf(account) };
    case 'AccountReinstated':
      return {
        ...account,
        status: account.beforeSuspension,
        termination: null,
        eraseAt: account.beforeSuspension === 'deletion_pending' ? account.eraseAt : null,
      };
    case 'EmailsChosen':
      return { ...account, emails: data.choices };
    case 'AppearanceChosen':
      return { ...account, appearance: data.appearance ?? FIRST_APPEARANCE };
    case 'TerminationProposed': {
      const { proposalId, proposedBy } = data;
      return { ...account, termination: { proposalId, proposedBy, confirmed: false } };
    }
    case 'TerminationRejected':
    case 'TerminationWithdrawn':
      return { ...account, termination: null };
    case 'AccountTerminated': {
      const { proposalId, proposedBy, eraseAt } = data;
      return { ...account, termination: { proposalId, proposedBy, confirmed: true }, eraseAt };
    }
    case 'AccountBlocked':
      return { ...account, blocked: [...account.blocked, data.blockedId] };
    case 'AccountUnblocked':
      return { ...account, blocked: account.blocked.filter((id) => id !== data.blockedId) };
    case 'SecondFactorAdded':
      return {
        ...account,
        secondFactor: true,
        secondFactorAt: data.at,
        frozenUntil: data.pendingUntil ?? account.frozenUntil,
      };
    case 'SecondFactorRemoved':
      return {
        ...account,
        secondFactor: false,
        secondFactorAt: null,
        frozenUntil: frozenAfter(account.frozenUntil, data.why),
      };
    case 'PasskeyAdded':
      return {
        ...account,
        passkeys: [...account.passkeys, { id: data.passkeyId, name: data.name, addedAt: data.at }],
        frozenUntil: data.pendingUntil ?? account.frozenUntil,
      };
    case 'PasskeyRemoved':
      return {
        ...account,
        passkeys: account.passkeys.filter(({ id }) => id !== data.passkeyId),
        frozenUntil: frozenAfter(account.frozenUntil, data.why),
      };
    case 'EmailChangeRequested': {
      const { requestId, email, at: requestedAt, lapsesAt } = data;
      return { ...account, emailChange: { requestId, email, requestedAt, lapsesAt, confirmed: [] } };
    }
    case 'EmailChangeConfirmed': {
      const { emailChange } = account;
      return {
        ...account,
        emailChange: emailChange && { ...emailChange, confirmed: [...emailChange.confirmed, data.by] },
      };
    }
    case 'EmailChanged':
      return { ...account, email: data.email, emailChange: null };
    case 'EmailChangeEnded':
      return { ...account, emailChange: null };
    case 'RecoveryCodesRenewed':
    case 'SupportContacted':
      return account;
    case 'DeletionRequested':
      return { ...account, status: 'deletion_pending', eraseAt: data.eraseAt };
    case 'DeletionCancelled':
      return { ...account, status: 'active', eraseAt: null };
    case 'AccountErased':
      return { ...NOBODY, status: 'deleted', ratedSales: account.ratedSales, reputation: account.reputation };
  }
};

const grantOf = (
  { roleProposal }: Account,
  { role, at, grantedBy }: Extract<AccountEvent, { type: 'RoleGranted' }>['data'],
): Grant => {
  const proposer = grantedBy !== SYSTEM.id && roleProposal?.role === role ? [roleProposal.proposedBy] : [];
  return { role, at, by: [grantedBy, ...proposer] };
};

const statusOf = (account: Account) => (account.status === 'none' ? 'unverified' : account.status);
