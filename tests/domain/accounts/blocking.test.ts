import { test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, ID, registered, verified } from './accountHistory.ts';

const OTHER = 'b'.repeat(32);
const blocked: AccountEvent = { type: 'AccountBlocked', data: { at: AT, blockedId: OTHER } };
const unblocked: AccountEvent = { type: 'AccountUnblocked', data: { at: AT, blockedId: OTHER } };
const block = command({ type: 'BlockAccount', accountId: OTHER });
const unblock = command({ type: 'UnblockAccount', accountId: OTHER });

test('another person is blocked once, and once again after that was taken back', () => {
  given(registered, verified).when(block).emits(blocked);
  given(registered, verified, blocked).when(block).changesNothing();
  given(registered, verified, blocked, unblocked).when(block).emits(blocked);
});

test('only a block that is there is taken back', () => {
  given(registered, verified, blocked).when(unblock).emits(unblocked);
  given(registered, verified).when(unblock).changesNothing();
});

test('nobody blocks oneself', () =>
  given(registered, verified)
    .when(command({ type: 'BlockAccount', accountId: ID }))
    .isRejected({ code: 'cannotBlockYourself' }));
