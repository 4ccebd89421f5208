import type { Actor, Role } from '../shared/actor.ts';
import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { Status } from '../transactions/statuses.ts';
import type { Appearance } from './appearance.ts';
import type { EmailSide, WhyFactorRevoked, WhyNoEmailChange } from './events.ts';
import type { MailChoices } from './mailChoices.ts';
import type { RateRejection } from './shippingRateLimits.ts';
import type { SuspensionGround } from './suspensionGrounds.ts';

type Issued<Type extends string, Details = unknown> = { type: Type; at: Instant; by: Actor } & Details;

/** `ownSale`: the person has an open transaction with the account. The system leaves it out. */
type BySomebody = { ownSale?: boolean };

export type AccountCommand =
  | Issued<'Register', { id: AccountId; username: string; email: string; country: string }>
  | Issued<'VerifyEmail'>
  /** `byMail`: through a reset link, which also removes young second factors and ends an open change of address. */
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
  /** `providedAt`: of the details that were checked. An answer about replaced details changes nothing. */
  | Issued<'VerifyBankAccount', { providedAt?: Instant }>
  | Issued<'RejectBankAccount', { reason: string; providedAt?: Instant }>
  /** `sale`: what the transaction's stream says. */
  | Issued<
      'RateSeller',
      {
        rating: number;
        sale: { id: TransactionId; buyerId: AccountId; sellerId: AccountId; status: Status; rateUntil: Instant | null };
      }
    >
  /** Only from the command line. */
  | Issued<'GrantRole', { role: Role }>
  /** `to`: the account that gets the role. Nobody can give a role to themselves. */
  | Issued<'ProposeRole', { proposalId: Id; role: Role; to: AccountId }>
  | Issued<'ConfirmRole', { proposalId: Id; to: AccountId }>
  | Issued<'WithdrawRole', { proposalId: Id }>
  /** `otherAdmins`: how many others exist now; 0 if not counted. The command line may revoke the last admin. */
  | Issued<'RevokeRole', { role: Role; otherAdmins?: number }>
  | Issued<'SuspendAccount', { reason: string; ground?: SuspensionGround | undefined } & BySomebody>
  | Issued<'ReinstateAccount', { reason: string } & BySomebody>
  | Issued<'ProposeTermination', { proposalId: Id; reason: string } & BySomebody>
  | Issued<'ConfirmTermination', { proposalId: Id; reason: string } & BySomebody>
  /** Counts as a withdrawal if the proposer sends it. */
  | Issued<'RejectTermination', { proposalId: Id; reason: string } & BySomebody>
  | Issued<'BlockAccount', { accountId: AccountId }>
  | Issued<'UnblockAccount', { accountId: AccountId }>
  /** Missing choices stay as they are. */
  | Issued<'ChooseEmails', { choices: Partial<MailChoices> }>
  /** Missing choices stay as they are. */
  | Issued<'ChooseAppearance', { choices: Partial<Appearance> }>
  /** Sent after the code was checked. */
  | Issued<'AddSecondFactor'>
  /** `why`: set unless the owner removed it in the settings. */
  | Issued<'RemoveSecondFactor', { why?: WhyFactorRevoked }>
  /** Sent after the passkey answered its challenge. */
  | Issued<'AddPasskey', { passkeyId: Id; name: string }>
  | Issued<'RemovePasskey', { passkeyId: Id; why?: WhyFactorRevoked }>
  /** By the link in the mail about the first second factor. */
  | Issued<'DisownFactor'>
  | Issued<'RenewRecoveryCodes'>
  | Issued<'RequestEmailChange', { requestId: Id; email: string }>
  /** Sent through the link in the mail to that address. */
  | Issued<'ConfirmEmailChange', { requestId: Id; side: EmailSide }>
  /** Sent after the account claimed the new address. */
  | Issued<'FinishEmailChange', { requestId: Id }>
  | Issued<'EndEmailChange', { requestId: Id; why: WhyNoEmailChange }>
  | Issued<'ContactSupport', { subject: string; message: string }>
  | Issued<'RequestDeletion'>
  | Issued<'CancelDeletion'>
  /** `openSales`: transactions that still hold money. Erasure waits for them. */
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
