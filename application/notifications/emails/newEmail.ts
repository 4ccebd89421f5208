import { openEmailChange } from '#domain/accounts/emailChange.ts';
import type { EmailSide } from '#domain/accounts/events.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { goesBy, holderOf } from '../../accounts/nameClaims.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Repository } from '../../streams/repository.ts';
import type { EmailTemplate } from './email.ts';
import type { EmailRequest } from './emailJob.ts';

const ABOUT_NEW_EMAIL = ['confirmOldEmail', 'confirmNewEmail', 'emailChanged'] as const;
type AboutNewEmail = (typeof ABOUT_NEW_EMAIL)[number];

export const isAboutNewEmail = (template: EmailTemplate): template is AboutNewEmail =>
  (ABOUT_NEW_EMAIL as readonly string[]).includes(template);

type Deps = { repository: Repository; clock: Clock; hashName: (name: string) => string };

/** The recipient, which may differ from the account's address: the requested or the former one. */
type AtAddress = { template: EmailTemplate; to: string; newEmail?: string; lapsesAt?: Instant };

const SIDES: Readonly<Record<Exclude<AboutNewEmail, 'emailChanged'>, EmailSide>> = {
  confirmOldEmail: 'oldAddress',
  confirmNewEmail: 'newAddress',
};

/** The address before this change. */
const addressBefore = async (
  account: AccountId,
  requestId: unknown,
  { repository }: Deps,
): Promise<AtAddress | undefined> => {
  let email: string | null = null;
  for (const { type, data } of (await repository.accounts.loadWithHistory(account)).history) {
    if (type === 'AccountRegistered') email = data.email;
    if (type !== 'EmailChanged') continue;
    if (data.requestId === requestId) return email === null ? undefined : { template: 'emailChanged', to: email };
    email = data.email;
  }
  return undefined;
};

const isTaken = async (email: string, account: AccountId, deps: Deps): Promise<boolean> => {
  const holder = await holderOf('email', email, deps);
  if (holder === undefined || holder === account) return false;
  return goesBy((await deps.repository.accounts.load(holder)).state, email);
};

/**
 * The content of an e-mail about a change of address. Undefined if the change ended, expired or is confirmed. Only
 * the requested address itself learns that it already has an account.
 */
export const loadNewEmail = async (
  template: AboutNewEmail,
  account: AccountId,
  { requestId }: NonNullable<EmailRequest['details']>,
  deps: Deps,
): Promise<AtAddress | undefined> => {
  if (template === 'emailChanged') return addressBefore(account, requestId, deps);
  const { state } = await deps.repository.accounts.load(account);
  const open = openEmailChange(state, deps.clock.now());
  if (!open?.email || !state.email || open.requestId !== requestId) return undefined;
  if (open.confirmed.includes(SIDES[template])) return undefined;
  const { email: newEmail, lapsesAt } = open;
  if (template === 'confirmOldEmail') return { template, to: state.email, newEmail, lapsesAt };
  if (await isTaken(newEmail, account, deps)) return { template: 'newEmailKnown', to: newEmail };
  return { template, to: newEmail, newEmail, lapsesAt };
};
