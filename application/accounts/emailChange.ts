import type { AccountRejection } from '#domain/accounts/commands.ts';
import { isConfirmedByBoth, openEmailChange } from '#domain/accounts/emailChange.ts';
import type { EmailSide } from '#domain/accounts/events.ts';
import type { Account, EmailChange } from '#domain/accounts/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import { type AccountDeps, part } from './accountDeps.ts';
import { claimName, goesBy, isEmailAbandoned, releaseName } from './nameClaims.ts';
import { dropRemoved, passkeysRemovedBy } from './revokedFactors.ts';
import type { LinkPurpose } from './storage.ts';

type BadToken = { code: 'invalidToken' };
type Written = { position: Position | undefined };
/** `change`: the change that waits for confirmations, or null. */
type Waiting = { state: Account; change: EmailChange | null };

const PURPOSES: Readonly<Record<EmailSide, LinkPurpose>> = {
  oldAddress: 'confirmOldEmail',
  newAddress: 'confirmNewEmail',
};
const SIDES = ['oldAddress', 'newAddress'] as const satisfies readonly EmailSide[];

/**
 * Does not check whether the address is taken: the caller would learn it. That address gets a mail instead, and
 * the claim decides once both sides have confirmed. A repeated request resends the unused links.
 */
export const requestEmailChange = async (
  id: AccountId,
  email: string,
  context: CommandContext,
  { repository, links }: AccountDeps,
): Promise<Result<Written & Waiting, AccountRejection>> => {
  const requestId = derivedId('emailChange', context);
  const asked = await repository.accounts.send(id, { type: 'RequestEmailChange', requestId, email }, context);
  if (!asked.ok) return asked;
  const { events, position, state } = asked.value;
  const change = state.emailChange;
  if (events.length === 0 && change)
    for (const side of SIDES)
      if (!change.confirmed.includes(side)) await links.send(PURPOSES[side], id, context.commandId, change.requestId);
  return ok({ position, state, change });
};

export const openEmailChangeOf = async (id: AccountId, { repository, clock }: AccountDeps): Promise<Waiting> => {
  const { state } = await repository.accounts.load(id);
  return { state, change: openEmailChange(state, clock.now()) };
};

export const withdrawEmailChange = async (
  id: AccountId,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written, AccountRejection>> => {
  const loaded = await deps.repository.accounts.load(id);
  const { requestId = '' } = loaded.state.emailChange ?? {};
  const ended = await deps.repository.accounts.send(
    id,
    { type: 'EndEmailChange', requestId, why: 'withdrawn' },
    context,
  );
  return ended.ok ? ok({ position: ended.value.position }) : ended;
};

/**
 * `confirmed`: this side has confirmed, the other has not. `ended`: withdrawn, refused or replaced by another
 * request.
 */
export type LinkState = 'open' | 'confirmed' | 'changed' | 'ended' | 'expired';
type Link = { account: AccountId; side: EmailSide; requestId: Id };
/** `email`: the requested address, while the request is open. */
export type SeenLink = { side: EmailSide; state: LinkState; email: string | null };

const linkOf = async (token: string, { credentials, clock }: AccountDeps): Promise<Link | undefined> => {
  for (const side of SIDES) {
    const found = await credentials.findToken(token, PURPOSES[side], clock.now());
    if (found?.about !== undefined) return { account: found.account, side, requestId: found.about };
  }
  return undefined;
};

const seen = async (
  { account, side, requestId }: Link,
  { repository, clock }: Pick<AccountDeps, 'repository' | 'clock'>,
): Promise<SeenLink> => {
  const { state, history } = await repository.accounts.loadWithHistory(account);
  const open = openEmailChange(state, clock.now());
  if (open?.requestId === requestId)
    return { side, state: open.confirmed.includes(side) ? 'confirmed' : 'open', email: open.email };
  const changed = history.some(({ type, data }) => type === 'EmailChanged' && data.requestId === requestId);
  if (changed) return { side, state: 'changed', email: null };
  return { side, state: state.emailChange?.requestId === requestId ? 'expired' : 'ended', email: null };
};

export const lookAtEmailLink = async (token: string, deps: AccountDeps): Promise<Result<SeenLink, BadToken>> => {
  const link = await linkOf(token, deps);
  return link ? ok(await seen(link, deps)) : reject({ code: 'invalidToken' });
};

type Refusal = BadToken | { code: 'newEmailTaken' } | AccountRejection;
type Confirmed = Written & Pick<SeenLink, 'side' | 'state'>;

/**
 * Confirms through the link sent to either address; the second confirmation makes the change. A used link reports
 * the result again and completes a change that a crash interrupted. `own`: this session stays open if it belongs
 * to the account.
 */
export const confirmEmailChange = async (
  token: string,
  own: { id: AccountId; sessionId: string } | undefined,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Confirmed, Refusal>> => {
  const link = await linkOf(token, deps);
  if (!link) return reject({ code: 'invalidToken' });
  const { account, side, requestId } = link;
  const { state } = await seen(link, deps);
  if (state === 'changed') return ok({ side, state, position: undefined });
  const by = { id: account, role: 'member' } as const;
  const accounts = deps.repository.accounts;
  const confirmed = await accounts.send(
    account,
    { type: 'ConfirmEmailChange', requestId, side },
    part(context, 'confirm', by),
  );
  if (!confirmed.ok) return confirmed;
  const change = openEmailChange(confirmed.value.state, deps.clock.now());
  const isLast = change?.requestId === requestId && isConfirmedByBoth(change);
  const finished = isLast
    ? await finish(account, change, own?.id === account ? own.sessionId : undefined, part(context, 'finish', by), deps)
    : ok({ position: confirmed.value.position });
  if (!finished.ok) return finished;
  await deps.credentials.redeemToken(token, PURPOSES[side], deps.clock.now());
  const { state: now } = await seen(link, deps);
  return ok({ side, state: now, position: finished.value.position });
};

/**
 * Claims the new address first, so that only one of several claimants gets it. Ends sessions and mailed links
 * before writing the change: a crash in between ends too much rather than too little. A leftover claim expires
 * (`isEmailAbandoned`).
 */
const finish = async (
  account: AccountId,
  { requestId, email }: EmailChange,
  keptSession: string | undefined,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written, Refusal>> => {
  const { repository, sessions, credentials } = deps;
  const address = email ?? '';
  const before = (await repository.accounts.load(account)).state.email ?? '';
  if (!(await claimEmail(address, account, context, deps))) {
    await repository.accounts.send(
      account,
      { type: 'EndEmailChange', requestId, why: 'taken' },
      part(context, 'taken'),
    );
    return reject({ code: 'newEmailTaken' });
  }
  await sessions.endAll(account, keptSession);
  for (const purpose of ['resetPassword', 'verifyEmail'] as const) await credentials.endTokens(account, purpose);
  const finished = await repository.accounts.send(account, { type: 'FinishEmailChange', requestId }, context);
  const { state } = await repository.accounts.load(account);
  if (!goesBy(state, address)) await releaseName('email', address, account, context, deps);
  if (!goesBy(state, before)) await releaseName('email', before, account, context, deps);
  if (!finished.ok && !goesBy(state, address)) return finished;
  return ok({ position: finished.ok ? finished.value.position : undefined });
};

const claimEmail = async (
  email: string,
  accountId: AccountId,
  context: CommandContext,
  deps: AccountDeps,
): Promise<boolean> => {
  const claimed = await claimName('email', email, { accountId }, context, deps);
  if (claimed.ok) return true;
  if (!(await isEmailAbandoned(email, claimed.error, deps))) return false;
  return (await claimName('email', email, { accountId, abandonedBy: claimed.error.holder }, context, deps)).ok;
};

/** The intruder may also have added the first second factor. */
const disownPending = async (account: AccountId, context: CommandContext, deps: AccountDeps): Promise<void> => {
  const disowned = await deps.repository.accounts.send(
    account,
    { type: 'DisownFactor' },
    part(context, 'disown', { id: account, role: 'member' }),
  );
  // no factor is pending
  if (!disowned.ok) return;
  await dropRemoved(account, passkeysRemovedBy(disowned.value.events), deps);
  await deps.sessions.endAll(account);
};

/** A refusal from the old address means an intruder is in the account, so every session ends. */
export const refuseEmailChange = async (
  token: string,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written & Pick<SeenLink, 'side'>, Refusal>> => {
  const link = await linkOf(token, deps);
  if (!link) return reject({ code: 'invalidToken' });
  const { account, side, requestId } = link;
  const { state } = await seen(link, deps);
  if (state !== 'open' && state !== 'confirmed') return reject({ code: 'emailChangeGone' });
  if (side === 'oldAddress') await deps.sessions.endAll(account);
  const why = side === 'oldAddress' ? 'refusedByOldAddress' : 'refusedByNewAddress';
  const ended = await deps.repository.accounts.send(
    account,
    { type: 'EndEmailChange', requestId, why },
    part(context, 'refuse', { id: account, role: 'member' }),
  );
  if (!ended.ok) return ended;
  if (side === 'oldAddress') await disownPending(account, context, deps);
  await deps.credentials.redeemToken(token, PURPOSES[side], deps.clock.now());
  return ok({ side, position: ended.value.position });
};
