import { describe, expect, test } from 'vitest';
import { openEmailChange } from '#domain/accounts/emailChange.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { EMAIL_CHANGE } from '#domain/accounts/limits.ts';
import { AT, command, given, OWNER, registered, suspended, verified } from './accountHistory.ts';

const requestId = '1'.repeat(32);
const email = 'magos@ryza.example';
const LATE = AT + EMAIL_CHANGE;

const asked: AccountEvent = { type: 'EmailChangeRequested', data: { at: AT, requestId, email, lapsesAt: LATE } };
const byOld: AccountEvent = { type: 'EmailChangeConfirmed', data: { at: AT, requestId, by: 'oldAddress' } };
const byNew: AccountEvent = { type: 'EmailChangeConfirmed', data: { at: AT, requestId, by: 'newAddress' } };
const changed: AccountEvent = { type: 'EmailChanged', data: { at: AT, requestId, email } };

const ask = (wanted = email, id = requestId) => command({ type: 'RequestEmailChange', requestId: id, email: wanted });
const confirm = (side: 'oldAddress' | 'newAddress', at = AT, id = requestId) =>
  command({ type: 'ConfirmEmailChange', requestId: id, side }, OWNER, at);
const finish = (at = AT) => command({ type: 'FinishEmailChange', requestId }, OWNER, at);
const end = command({ type: 'EndEmailChange', requestId, why: 'withdrawn' });
const GONE = { code: 'emailChangeGone' } as const;
const OTHER = '2'.repeat(32);

const before = [registered, verified] as const;

describe('a change of e-mail address', () => {
  test('takes effect once both addresses confirm, in any order', () => {
    given(...before)
      .when(ask())
      .emits(asked);
    given(...before, asked)
      .when(confirm('newAddress'))
      .emits(byNew);
    given(...before, asked, byNew)
      .when(confirm('oldAddress'))
      .emits(byOld);
    for (const both of [
      [byOld, byNew],
      [byNew, byOld],
    ])
      given(...before, asked, ...both)
        .when(finish())
        .emits(changed);
    const { email: now, emailChange } = given(...before, asked, byOld, byNew, changed).state();
    expect({ now, emailChange }).toEqual({ now: email, emailChange: null });
  });

  test('waits for both sides, however often one confirms', () => {
    given(...before, asked, byOld)
      .when(confirm('oldAddress'))
      .changesNothing();
    given(...before, asked, byOld)
      .when(finish())
      .isRejected({ code: 'emailChangeUnconfirmed' });
  });

  test('lapses after 72 hours, even if both have confirmed', () => {
    expect(openEmailChange(given(...before, asked).state(), LATE - 1)).not.toBeNull();
    given(...before, asked)
      .when(confirm('oldAddress', LATE))
      .isRejected(GONE);
    given(...before, asked, byOld, byNew)
      .when(finish(LATE))
      .isRejected(GONE);
  });

  test('replaces an earlier request and drops its confirmations', () => {
    const replaced = { ...asked, data: { ...asked.data, requestId: OTHER, email: 'magos@agripinaa.example' } };
    given(...before, asked, byNew)
      .when(ask('magos@agripinaa.example', OTHER))
      .emits(replaced);
    given(...before, asked, byNew, replaced as AccountEvent)
      .when(confirm('oldAddress'))
      .isRejected(GONE);
    expect(given(...before, asked, byNew, replaced as AccountEvent).state().emailChange?.confirmed).toEqual([]);
  });

  test('keeps its confirmations if requested again before it lapses', () => {
    given(...before, asked, byNew)
      .when(ask(email, OTHER))
      .changesNothing();
    given(...before, asked)
      .when({ ...ask(email, OTHER), at: LATE })
      .emits({ ...asked, data: { at: LATE, requestId: OTHER, email, lapsesAt: LATE + EMAIL_CHANGE } });
  });

  test('may change only the case, but not nothing', () => {
    given(...before)
      .when(ask('Magos@mars.example'))
      .emits({ ...asked, data: { ...asked.data, email: 'Magos@mars.example' } });
    given(...before)
      .when(ask('magos@mars.example'))
      .isRejected({ code: 'emailUnchanged' });
  });

  test('can be ended by its owner or either reader, even for a suspended account', () => {
    const ended: AccountEvent = { type: 'EmailChangeEnded', data: { at: AT, requestId, why: 'withdrawn' } };
    given(...before, asked, byNew)
      .when(end)
      .emits(ended);
    given(...before, asked, suspended)
      .when(end)
      .emits(ended);
    given(...before, asked, ended)
      .when(end)
      .isRejected(GONE);
    given(...before, asked, ended)
      .when(confirm('newAddress'))
      .isRejected(GONE);
    given(...before, asked, byOld, byNew, changed)
      .when(end)
      .isRejected(GONE);
  });

  test('needs a verified account that is not suspended', () => {
    given(...before, suspended)
      .when(ask())
      .isRejected({ code: 'accountNotActive' });
    given(...before, asked, suspended)
      .when(confirm('oldAddress'))
      .isRejected({ code: 'accountNotActive' });
    given(registered).when(ask()).isRejected({ code: 'emailNotVerified' });
  });

  test('is gone once the account is erased', () => {
    const erased: AccountEvent = { type: 'AccountErased', data: { at: AT } };
    expect(given(...before, asked, erased).state().emailChange).toBeNull();
    given(...before, asked, erased)
      .when(confirm('newAddress'))
      .isRejected({ code: 'accountNotFound' });
  });
});
