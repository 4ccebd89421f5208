import { test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, registered, suspended, verified } from './accountHistory.ts';

const QUESTION = { subject: 'A parcel', message: 'Where is it?' };
const asked: AccountEvent = { type: 'SupportContacted', data: { at: AT, ...QUESTION } };

test('an account may ask support, whatever its standing', () => {
  for (const history of [
    [registered, verified],
    [registered, verified, suspended],
  ])
    given(...history)
      .when(command({ type: 'ContactSupport', ...QUESTION }))
      .emits(asked);
});

test('an account that was erased asks nothing', () => {
  given(registered, verified, { type: 'AccountErased', data: { at: AT } })
    .when(command({ type: 'ContactSupport', ...QUESTION }))
    .isRejected({ code: 'accountNotFound' });
});
