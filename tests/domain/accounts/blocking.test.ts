import { test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, ID, registered, verified } from './accountHistory.ts';

const OTHER = 'b'.repeat(32);
const blocked: AccountEvent = { type: 'AccountBlocked', data: { at: AT, blockedId: OTHER } };
const unblocked: AccountEvent = { type: 'AccountUnblocked', data: { at: AT, blockedId: OTHER } };
const block = command({ type: 'BlockAccount', accountId: OTHER });
const unblock = command({ type: 'UnblockAccount', accountId: OTHER });

test('blocks a person once, and again after unblocking', () => {
  given(registered, verified).when(block).emits(blocked);
  given(registered, verified, blocked).when(block).changesNothing();
  given(registered, verified, blocked, unblocked).when(block).emits(blocked);
});

test('unblocks only a blocked person', () => {
  given(registered, verified, blocked).when(unblock).emits(unblocked);
  given(registered, verified).when(unblock).changesNothing();
});

test('rejects blocking yourself', () =>
  given(registered, verified)
    .when(command({ type: 'BlockAccount', accountId: ID }))
    .isRejected({ code: 'cannotBlockYourself' }));
