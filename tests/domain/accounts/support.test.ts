import { test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, registered, suspended, verified } from './accountHistory.ts';

const QUESTION = { subject: 'A parcel', message: 'Where is it?' };
const asked: AccountEvent = { type: 'SupportContacted', data: { at: AT, ...QUESTION } };

test('lets an account in any status ask support', () => {
  for (const history of [
    [registered, verified],
    [registered, verified, suspended],
  ])
    given(...history)
      .when(command({ type: 'ContactSupport', ...QUESTION }))
      .emits(asked);
});

test('rejects a question of an erased account', () => {
  given(registered, verified, { type: 'AccountErased', data: { at: AT } })
    .when(command({ type: 'ContactSupport', ...QUESTION }))
    .isRejected({ code: 'accountNotFound' });
});
