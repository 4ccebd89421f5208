import type { Actor, Role } from '../shared/actor.ts';
import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { Status } from '../transactions/statuses.ts';
import type { Appearance } from './appearance.ts';
import type { EmailSide, WhyFactorRevoked, WhyNoEmailChange } from './events.ts';
import type { MailChoices } from './mailChoices.ts';
import type { RateRejection } from './shippingRateLimits.ts';

type Issued<Type extends string, Details = unknown> = { type: Type; at: Instant; by: Actor } & Details;

/** `ownSale`: who does it has a sale with the account that is not over; nobody asks it of the system. */
type BySomebody = { ownSale?: boolean };

export type AccountCommand =
  | Issued<'Register', { id: AccountId; username: string; email: string; country: string }>
  | Issued<'VerifyEmail'>
  /** `byMail`: by the link of a reset, which also removes young second factors and ends a change of the address. */
  | Issued<'ChangePassword', { byMail?: true }>
  | Issued<'UpdateProfile', { fullName: string; country: string }>
  | Issued<
      'SetShippingAddress',
      {
        address: { fullName: string; streetAddress1: string; streetAddress2: string; city: string; postalCode: string };
      }
    >
  | Issued<'AcceptSellerTerms'>
  | Issued<'SetShippingRates', { domestic: Cents; continental: Cents; international: Cents | null }>
  | Issued<'ProvideBankDetails', { bank: { accountHolder: string; iban: string; bankName: string } }>
  /** `providedAt`: of the details that were checked; an answer about replaced ones changes nothing. */
  | Issued<'VerifyBankAccount', { providedAt?: Instant }>
  | Issued<'RejectBankAccount', { reason: string; providedAt?: Instant }>
  /** The command brings the sale's facts: who bought from whom, its status, and until when it can be rated. */
  | Issued<
      'RateSeller',
      {
        rating: number;
        sale: { id: TransactionId; buyerId: AccountId; sellerId: AccountId; status: Status; rateUntil: Instant | null };
      }
    >
  /** At the command line, by nobody but the system. */
  | Issued<'GrantRole', { role: Role }>
  /** `to`: whose account it is; nobody gives a role to themself. */
  | Issued<'ProposeRole', { proposalId: Id; role: Role; to: AccountId }>
  | Issued<'ConfirmRole', { proposalId: Id; to: AccountId }>
  | Issued<'WithdrawRole', { proposalId: Id }>
  /** `otherAdmins`: how many more there are at this moment, none where nobody counted; the command line may take the last one. */
  | Issued<'RevokeRole', { role: Role; otherAdmins?: number }>
  | Issued<'SuspendAccount', { reason: string } & BySomebody>
  | Issued<'ReinstateAccount', { reason: string } & BySomebody>
  | Issued<'ProposeTermination', { proposalId: Id; reason: string } & BySomebody>
  | Issued<'ConfirmTermination', { proposalId: Id } & BySomebody>
  /** By a colleague; by who had proposed it, it is a withdrawal. */
  | Issued<'RejectTermination', { proposalId: Id; reason: string } & BySomebody>
  | Issued<'BlockAccount', { accountId: AccountId }>
  | Issued<'UnblockAccount', { accountId: AccountId }>
  /** What is not named stays as it is. */
  | Issued<'ChooseEmails', { choices: Partial<MailChoices> }>
  /** Likewise. */
  | Issued<'ChooseAppearance', { choices: Partial<Appearance> }>
  /** The command comes once its code was right. */
  | Issued<'AddSecondFactor'>
  /** `why`: not by its owner. */
  | Issued<'RemoveSecondFactor', { why?: WhyFactorRevoked }>
  /** The command comes once the passkey has answered. */
  | Issued<'AddPasskey', { passkeyId: Id; name: string }>
  | Issued<'RemovePasskey', { passkeyId: Id; why?: WhyFactorRevoked }>
  /** By the link in the mail about the first second factor. */
  | Issued<'DisownFactor'>
  | Issued<'RenewRecoveryCodes'>
  | Issued<'RequestEmailChange', { requestId: Id; email: string }>
  /** The command comes from who reads the mail of that address. */
  | Issued<'ConfirmEmailChange', { requestId: Id; side: EmailSide }>
  /** The command comes once the new address is claimed for the account. */
  | Issued<'FinishEmailChange', { requestId: Id }>
  | Issued<'EndEmailChange', { requestId: Id; why: WhyNoEmailChange }>
  | Issued<'ContactSupport', { subject: string; message: string }>
  | Issued<'RequestDeletion'>
  | Issued<'CancelDeletion'>
  /** `openSales`: sales with money in them; erasure waits for them. */
  | Issued<'EraseAccount', { openSales: number }>;

export type AccountRejection =
  | { code: 'accountNotFound' }
  | { code: 'accountNotActive' }
  | { code: 'emailNotVerified' }
  | { code: 'alreadySeller' }
  | { code: 'sellerTermsRequired' }
  | { code: 'alreadyRegistered' }
  | RateRejection
  | { code: 'alreadyRated' }
  | { code: 'notRatable'; status: string }
  | { code: 'notYourTransaction' }
  | { code: 'notAllowed' }
  | { code: 'cannotBlockYourself' }
  | { code: 'salesOpen' }
  | { code: 'holdsRole' }
  | { code: 'ownSale' }
  | { code: 'lastAdmin' }
  | { code: 'ownRole' }
  | { code: 'rolesExclude'; held: Role }
  | { code: 'accountNotInUse' }
  | { code: 'roleProposed' }
  | { code: 'roleProposalGone' }
  | { code: 'ownRoleProposal' }
  | { code: 'notYourProposal' }
  | { code: 'secondFactorNeeded' }
  | { code: 'noSecondFactor' }
  /** `wait`: ms until the first second factor is no longer pending. */
  | { code: 'factorPending'; wait: number }
  | { code: 'factorLinkGone' }
  | { code: 'tooManyPasskeys' }
  | { code: 'passkeyNotFound' }
  | { code: 'emailUnchanged' }
  | { code: 'emailChangeGone' }
  | { code: 'emailChangeUnconfirmed' }
  | { code: 'notSuspended' }
  | { code: 'terminationProposed' }
  | { code: 'terminationGone' }
  | { code: 'ownTermination' };
