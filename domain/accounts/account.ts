import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import { type Decider, record, reject } from '../shared/decider.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import { decideEmailChange, endOpenEmailChange } from './emailChange.ts';
import type { AccountEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { decideFactor, factorPendingUntil, revokeYoungFactors } from './factors.ts';
import { decideGrant, holdsRole } from './grants.ts';
import { BANK_CHANGE_HOLD, DELETION_PERIOD } from './limits.ts';
import { CHOOSABLE } from './mailChoices.ts';
import { rateSeller } from './rating.ts';
import { rateRefusal } from './shippingRateLimits.ts';
import { type Account, type Bank, NOBODY } from './state.ts';
import { decideTermination } from './termination.ts';

export type { Account } from './state.ts';

export const account: Decider<AccountCommand, AccountEvent, Account, AccountRejection> = {
  initial: NOBODY,
  evolve,
  decide: (command, state) => {
    const { at, by } = command;
    if (command.type === 'Register') {
      if (state.status !== 'none') return reject({ code: 'alreadyRegistered' });
      const { username, email, country } = command;
      return record({ type: 'AccountRegistered', data: { at, username, email, country, termsAcceptedAt: at } });
    }
    if (state.status === 'none' || state.status === 'deleted') return reject({ code: 'accountNotFound' });
    if (NEEDS_GOOD_STANDING.has(command.type)) {
      if (state.status === 'unverified') return reject({ code: 'emailNotVerified' });
      if (state.status === 'suspended') return reject({ code: 'accountNotActive' });
    }
    const pendingUntil = factorPendingUntil(state, at);
    if (pendingUntil !== null && FROZEN.has(command.type))
      return reject({ code: 'factorPending', wait: pendingUntil - at });

    switch (command.type) {
      case 'VerifyEmail':
        return state.status === 'unverified' ? record({ type: 'EmailVerified', data: { at } }) : record();
      case 'ChangePassword':
        // a link by mail also changes the password of a suspended account, so the owner must be told
        if (state.status === 'unverified') return reject({ code: 'emailNotVerified' });
        return record(
          ...(command.byMail ? revokeYoungFactors(state, at, 'passwordReset') : []),
          ...(command.byMail ? endOpenEmailChange(state, at, 'passwordReset') : []),
          { type: 'PasswordChanged', data: { at } },
        );
      case 'UpdateProfile': {
        const { fullName, country } = command;
        if (fullName === state.fullName && country === state.country) return record();
        return record({ type: 'ProfileUpdated', data: { at, fullName, country } });
      }
      case 'SetShippingAddress':
        return record({ type: 'ShippingAddressSet', data: { at, address: command.address } });
      case 'AcceptSellerTerms':
        if (state.status === 'deletion_pending') return reject({ code: 'accountNotActive' });
        if (state.feeAccepted) return reject({ code: 'alreadySeller' });
        return record({ type: 'SellerTermsAccepted', data: { at } });
      case 'SetShippingRates': {
        const { domestic, continental } = command;
        const international = command.international ?? state.rates.international;
        const refusal = rateRefusal([domestic, continental, international]);
        return refusal
          ? reject(refusal)
          : record({ type: 'ShippingRatesSet', data: { at, domestic, continental, international } });
      }
      case 'ProvideBankDetails':
        if (!state.feeAccepted) return reject({ code: 'sellerTermsRequired' });
        if (state.bank && same(state.bank, command.bank) && state.bankState !== 'rejected') return record();
        return record({
          type: 'BankDetailsProvided',
          data: { at, bank: command.bank, payoutsHeldUntil: heldUntil(state, command.bank, at) },
        });
      case 'VerifyBankAccount':
        if (state.bankState !== 'checking' || isOutdated(state, command.providedAt)) return record();
        return record({ type: 'BankAccountVerified', data: { at } });
      case 'RejectBankAccount':
        if (state.bankState === 'none' || state.bankState === 'rejected' || isOutdated(state, command.providedAt))
          return record();
        return record({ type: 'BankAccountRejected', data: { at, reason: command.reason } });
      case 'RateSeller':
        return rateSeller(command, state);
      case 'GrantRole':
      case 'ProposeRole':
      case 'ConfirmRole':
      case 'WithdrawRole':
        return decideGrant(command, state);
      case 'RevokeRole':
        if (!may(access.role.do.change, by.role)) return reject({ code: 'notAllowed' });
        if (command.role === 'member') return reject({ code: 'notAllowed' });
        if (!state.roles.includes(command.role)) return record();
        if (command.role === 'admin' && by.role !== 'system' && (command.otherAdmins ?? 0) < 1)
          return reject({ code: 'lastAdmin' });
        return record({ type: 'RoleRevoked', data: { at, role: command.role, revokedBy: by.id } });
      case 'SuspendAccount':
        if (!may(access.account.do.suspend, by.role)) return reject({ code: 'notAllowed' });
        if (command.ownSale) return reject({ code: 'ownSale' });
        if (state.status === 'suspended') return record();
        // an admin must take the role first, so staff cannot lock out colleagues or themselves
        if (holdsRole(state)) return reject({ code: 'holdsRole' });
        return record({
          type: 'AccountSuspended',
          data: { at, reason: command.reason, ...(command.ground && { ground: command.ground }) },
        });
      case 'ReinstateAccount':
        if (!may(access.account.do.suspend, by.role)) return reject({ code: 'notAllowed' });
        if (command.ownSale) return reject({ code: 'ownSale' });
        if (state.status !== 'suspended') return record();
        return record({ type: 'AccountReinstated', data: { at, reason: command.reason } });
      case 'ProposeTermination':
      case 'ConfirmTermination':
      case 'RejectTermination':
        return decideTermination(command, state);
      case 'BlockAccount': {
        const { accountId: blockedId } = command;
        if (blockedId === by.id) return reject({ code: 'cannotBlockYourself' });
        return state.blocked.includes(blockedId)
          ? record()
          : record({ type: 'AccountBlocked', data: { at, blockedId } });
      }
      case 'UnblockAccount': {
        const { accountId: blockedId } = command;
        if (!state.blocked.includes(blockedId)) return record();
        return record({ type: 'AccountUnblocked', data: { at, blockedId } });
      }
      case 'ChooseEmails': {
        const choices = { ...state.emails, ...command.choices };
        if (CHOOSABLE.every((category) => choices[category] === state.emails[category])) return record();
        return record({ type: 'EmailsChosen', data: { at, choices } });
      }
      case 'ChooseAppearance': {
        const { palette, contrast, text } = { ...state.appearance, ...command.choices };
        const now = state.appearance;
        if (palette === now.palette && contrast === now.contrast && text === now.text) return record();
        return record({ type: 'AppearanceChosen', data: { at, appearance: { palette, contrast, text } } });
      }
      case 'AddSecondFactor':
      case 'RemoveSecondFactor':
      case 'AddPasskey':
      case 'RemovePasskey':
      case 'RenewRecoveryCodes':
      case 'DisownFactor':
        return decideFactor(command, state);
      case 'RequestEmailChange':
      case 'ConfirmEmailChange':
      case 'FinishEmailChange':
      case 'EndEmailChange':
        return decideEmailChange(command, state);
      case 'ContactSupport':
        return record({ type: 'SupportContacted', data: { at, subject: command.subject, message: command.message } });
      case 'RequestDeletion':
        if (state.status === 'deletion_pending') return record();
        // another admin must take the role first, so one admin always remains
        if (holdsRole(state)) return reject({ code: 'holdsRole' });
        return record({ type: 'DeletionRequested', data: { at, eraseAt: at + DELETION_PERIOD } });
      case 'CancelDeletion':
        return state.status === 'deletion_pending' ? record({ type: 'DeletionCancelled', data: { at } }) : record();
      case 'EraseAccount': {
        const due = state.eraseAt === null || at >= state.eraseAt;
        if (!may(access.account.do.erase, by.role) || !due) return reject({ code: 'notAllowed' });
        if (holdsRole(state)) return reject({ code: 'holdsRole' });
        if (command.openSales > 0) return reject({ code: 'salesOpen' });
        return record({ type: 'AccountErased', data: { at } });
      }
    }
  },
};

/**
 * Commands that a suspended account cannot give. An account in its deletion period can, so that it still receives its
 * money.
 */
const NEEDS_GOOD_STANDING: ReadonlySet<AccountCommand['type']> = new Set([
  'UpdateProfile',
  'SetShippingAddress',
  'AcceptSellerTerms',
  'SetShippingRates',
  'ProvideBankDetails',
  'RequestEmailChange',
  'ConfirmEmailChange',
  'FinishEmailChange',
  'RequestDeletion',
]);

/** Refused while the first second factor is pending: a thief may have added it, and these changes would outlast it. */
const FROZEN: ReadonlySet<AccountCommand['type']> = new Set([
  'ProvideBankDetails',
  'RequestEmailChange',
  'ConfirmEmailChange',
  'FinishEmailChange',
  'RenewRecoveryCodes',
]);

const same = (a: Bank, b: Bank) =>
  a.iban === b.iban && a.accountHolder === b.accountHolder && a.bankName === b.bankName;

/** The first bank account is not held; another holder or IBAN is. The same account given again keeps its hold. */
const heldUntil = (state: Account, bank: Bank, at: number): number | null => {
  if (state.bankProvidedAt === null) return null;
  const changed = state.bank?.iban !== bank.iban || state.bank.accountHolder !== bank.accountHolder;
  return changed ? at + BANK_CHANGE_HOLD : state.payoutsHeldUntil;
};

/** The check was about details that have been replaced since. */
const isOutdated = (state: Account, providedAt: number | undefined) =>
  providedAt !== undefined && providedAt !== state.bankProvidedAt;
