import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { refusalToDecide } from '#domain/accounts/grants.ts';
import { NEW_COLLEAGUE, ROLE_PROPOSAL } from '#domain/accounts/limits.ts';
import { type Actor, type Role, SYSTEM } from '#domain/shared/actor.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { ADMIN, AT, command, given, ID, OWNER, registered, STAFF, suspended, verified } from './accountHistory.ts';

const SECOND: Actor = { id: 'd'.repeat(32), role: 'admin' };
const PROPOSAL = '1'.repeat(32);
const OTHER = '2'.repeat(32);
const LAPSES = AT + ROLE_PROPOSAL;

const propose = (by: Actor = ADMIN, proposalId = PROPOSAL, at = AT) =>
  command({ type: 'ProposeRole', proposalId, role: 'staff', to: ID }, by, at);
const confirm = (by: Actor = SECOND, at = AT, proposalId = PROPOSAL) =>
  command({ type: 'ConfirmRole', proposalId, to: ID }, by, at);
const withdraw = (by: Actor = ADMIN, at = AT) => command({ type: 'WithdrawRole', proposalId: PROPOSAL }, by, at);

const proposed: AccountEvent = {
  type: 'RoleProposed',
  data: { at: AT, proposalId: PROPOSAL, role: 'staff', proposedBy: ADMIN.id, lapsesAt: LAPSES },
};
const reinstated: AccountEvent = { type: 'AccountReinstated', data: { at: AT, reason: 'None' } };
const leaving: AccountEvent = { type: 'DeletionRequested', data: { at: AT, eraseAt: AT + HOUR } };
const withdrawn: AccountEvent = {
  type: 'RoleProposalWithdrawn',
  data: { at: AT, proposalId: PROPOSAL, withdrawnBy: ADMIN.id },
};
const granted = (grantedBy: string, role: Role = 'staff', at = AT): AccountEvent => ({
  type: 'RoleGranted',
  data: { at, role, grantedBy },
});

describe('a role', () => {
  test('is not granted by a proposal alone', () => {
    expect(ROLE_PROPOSAL).toBe(72 * HOUR);
    given(registered, verified).when(propose()).emits(proposed);
    expect(given(registered, verified, proposed).state().roles).toEqual(['member']);
  });

  test('is granted when another admin confirms, not the proposer', () => {
    given(registered, verified, proposed).when(confirm()).emits(granted(SECOND.id));
    given(registered, verified, proposed).when(confirm(ADMIN)).isRejected({ code: 'ownRoleProposal' });
  });

  test.each([
    ['nobody has verified', [registered]],
    ['is suspended', [registered, verified, suspended]],
    ['is about to be deleted', [registered, verified, leaving]],
  ] as const)('is not granted to an account that %s, by an admin or the command line', (_, history) => {
    given(...history)
      .when(propose())
      .isRejected({ code: 'accountNotInUse' });
    given(...history)
      .when(command({ type: 'GrantRole', role: 'staff' }, SYSTEM))
      .isRejected({ code: 'accountNotInUse' });
  });

  test('cannot be confirmed while the account is suspended', () => {
    given(registered, verified, proposed, suspended).when(confirm()).isRejected({ code: 'accountNotInUse' });
    given(registered, verified, proposed, suspended, reinstated).when(confirm()).emits(granted(SECOND.id));
  });

  test('cannot be confirmed by its future holder', () =>
    given(registered, verified, proposed)
      .when(confirm({ id: ID, role: 'admin' }))
      .isRejected({ code: 'ownRole' }));

  test.each([OWNER, STAFF])('cannot be proposed or confirmed by $role', (by) => {
    given(registered, verified).when(propose(by)).isRejected({ code: 'notAllowed' });
    given(registered, verified, proposed).when(confirm(by)).isRejected({ code: 'notAllowed' });
    given(registered, verified, proposed).when(withdraw(by)).isRejected({ code: 'notAllowed' });
  });

  test('can be confirmed until it lapses, and then proposed again', () => {
    given(registered, verified, proposed)
      .when(confirm(SECOND, LAPSES - 1))
      .emits(granted(SECOND.id, 'staff', LAPSES - 1));
    given(registered, verified, proposed).when(confirm(SECOND, LAPSES)).isRejected({ code: 'roleProposalGone' });
    given(registered, verified, proposed).when(propose(ADMIN, OTHER)).isRejected({ code: 'roleProposed' });
    given(registered, verified, proposed)
      .when(propose(SECOND, OTHER, LAPSES))
      .emits({
        type: 'RoleProposed',
        data: {
          at: LAPSES,
          proposalId: OTHER,
          role: 'staff',
          proposedBy: SECOND.id,
          lapsesAt: LAPSES + ROLE_PROPOSAL,
        },
      });
  });

  test('can be withdrawn only by its proposer', () => {
    given(registered, verified, proposed).when(withdraw()).emits(withdrawn);
    given(registered, verified, proposed).when(withdraw(SECOND)).isRejected({ code: 'notYourProposal' });
    given(registered, verified, proposed, withdrawn).when(confirm()).isRejected({ code: 'roleProposalGone' });
    given(registered, verified, proposed, withdrawn).when(withdraw()).isRejected({ code: 'roleProposalGone' });
  });

  test('is granted as proposed', () =>
    given(registered, verified, proposed)
      .when(confirm(SECOND, AT, OTHER))
      .isRejected({ code: 'roleProposalGone' }));

  test('is not granted to an account that got another role meanwhile', () =>
    given(registered, verified, proposed, { type: 'RoleGranted', data: { at: AT, role: 'auditor', grantedBy: 'x' } })
      .when(confirm())
      .isRejected({ code: 'roleProposalGone' }));

  test('changes nothing when proposed twice or already held', () => {
    given(registered, verified, proposed).when(propose()).changesNothing();
    given(registered, verified, granted('system')).when(propose()).changesNothing();
  });
});

describe('a new colleague', () => {
  const NEVER = 'x'.repeat(32);
  const asked = (
    history: readonly AccountEvent[],
    at: number,
    by?: string,
    roles: readonly Role[] = ['member', 'staff'],
  ) =>
    refusalToDecide(given(registered, verified, ...history).state(), 'staff', {
      at,
      proposer: by === undefined ? undefined : { id: by, roles },
    });

  test('cannot decide for 72 hours after any grant', () => {
    expect(NEW_COLLEAGUE).toBe(72 * HOUR);
    for (const by of ['system', SECOND.id]) {
      const refusal = { code: 'tooNew', possibleAt: AT + NEW_COLLEAGUE };
      expect(asked([granted(by)], AT + NEW_COLLEAGUE - 1), by).toEqual(refusal);
      expect(asked([granted(by)], AT + NEW_COLLEAGUE), by).toBeUndefined();
    }
  });

  test('is new again after the role is revoked and granted', () => {
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'staff', revokedBy: 'x' } };
    const again = granted('system', 'staff', AT + HOUR);
    expect(asked([granted('system'), revoked, again], AT + NEW_COLLEAGUE)).toMatchObject({ code: 'tooNew' });
  });

  test('cannot confirm a proposal of either admin who granted the role', () => {
    const later = AT + NEW_COLLEAGUE;
    for (const giver of [ADMIN.id, SECOND.id])
      expect(asked([proposed, granted(SECOND.id)], later, giver)).toEqual({ code: 'grantedByProposer' });
    expect(asked([proposed, granted(SECOND.id)], later, NEVER)).toBeUndefined();
  });

  test('cannot be confirmed by anyone once its author has lost the role', () => {
    const later = AT + NEW_COLLEAGUE;
    for (const history of [[], [granted('system')]])
      for (const roles of [['member'], ['member', 'admin'], []] as const)
        expect(asked(history, later, NEVER, roles)).toEqual({ code: 'proposerGone' });
  });

  test('has nothing to wait for without a new role', () => expect(asked([], AT)).toBeUndefined());
});
