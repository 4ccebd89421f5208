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
  test('that an admin proposes is not held yet', () => {
    expect(ROLE_PROPOSAL).toBe(72 * HOUR);
    given(registered, verified).when(propose()).emits(proposed);
    expect(given(registered, verified, proposed).state().roles).toEqual(['member']);
  });

  test('is given by the confirmation of another admin, not by that of who proposed it', () => {
    given(registered, verified, proposed).when(confirm()).emits(granted(SECOND.id));
    given(registered, verified, proposed).when(confirm(ADMIN)).isRejected({ code: 'ownRoleProposal' });
  });

  test.each([
    ['nobody has verified', [registered]],
    ['is suspended', [registered, verified, suspended]],
    ['is about to be deleted', [registered, verified, leaving]],
  ] as const)('is given to no account that %s, by an admin or at the command line', (_, history) => {
    given(...history)
      .when(propose())
      .isRejected({ code: 'accountNotInUse' });
    given(...history)
      .when(command({ type: 'GrantRole', role: 'staff' }, SYSTEM))
      .isRejected({ code: 'accountNotInUse' });
  });

  test('is not confirmed for who was suspended meanwhile, and is once they are back', () => {
    given(registered, verified, proposed, suspended).when(confirm()).isRejected({ code: 'accountNotInUse' });
    given(registered, verified, proposed, suspended, reinstated).when(confirm()).emits(granted(SECOND.id));
  });

  test('is confirmed by nobody who would get it', () =>
    given(registered, verified, proposed)
      .when(confirm({ id: ID, role: 'admin' }))
      .isRejected({ code: 'ownRole' }));

  test.each([OWNER, STAFF])('is neither proposed nor confirmed by $role', (by) => {
    given(registered, verified).when(propose(by)).isRejected({ code: 'notAllowed' });
    given(registered, verified, proposed).when(confirm(by)).isRejected({ code: 'notAllowed' });
    given(registered, verified, proposed).when(withdraw(by)).isRejected({ code: 'notAllowed' });
  });

  test('can be confirmed until it lapses, and proposed again then', () => {
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

  test('is taken back by who proposed it, and by nobody else', () => {
    given(registered, verified, proposed).when(withdraw()).emits(withdrawn);
    given(registered, verified, proposed).when(withdraw(SECOND)).isRejected({ code: 'notYourProposal' });
    given(registered, verified, proposed, withdrawn).when(confirm()).isRejected({ code: 'roleProposalGone' });
    given(registered, verified, proposed, withdrawn).when(withdraw()).isRejected({ code: 'roleProposalGone' });
  });

  test('is confirmed as the one that was proposed', () =>
    given(registered, verified, proposed)
      .when(confirm(SECOND, AT, OTHER))
      .isRejected({ code: 'roleProposalGone' }));

  test('is not given to who came to hold another one meanwhile', () =>
    given(registered, verified, proposed, { type: 'RoleGranted', data: { at: AT, role: 'auditor', grantedBy: 'x' } })
      .when(confirm())
      .isRejected({ code: 'roleProposalGone' }));

  test('that is proposed twice, or held, changes nothing', () => {
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

  test('decides nothing for 72 hours, whoever gave the role', () => {
    expect(NEW_COLLEAGUE).toBe(72 * HOUR);
    for (const by of ['system', SECOND.id]) {
      const refusal = { code: 'tooNew', possibleAt: AT + NEW_COLLEAGUE };
      expect(asked([granted(by)], AT + NEW_COLLEAGUE - 1), by).toEqual(refusal);
      expect(asked([granted(by)], AT + NEW_COLLEAGUE), by).toBeUndefined();
    }
  });

  test('is new again once the role was taken and given again', () => {
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'staff', revokedBy: 'x' } };
    const again = granted('system', 'staff', AT + HOUR);
    expect(asked([granted('system'), revoked, again], AT + NEW_COLLEAGUE)).toMatchObject({ code: 'tooNew' });
  });

  test('never confirms what one of the two proposed who gave the role', () => {
    const later = AT + NEW_COLLEAGUE;
    for (const giver of [ADMIN.id, SECOND.id])
      expect(asked([proposed, granted(SECOND.id)], later, giver)).toEqual({ code: 'grantedByProposer' });
    expect(asked([proposed, granted(SECOND.id)], later, NEVER)).toBeUndefined();
  });

  test('never confirms what was proposed by who has lost the role, nor does anybody else', () => {
    const later = AT + NEW_COLLEAGUE;
    for (const history of [[], [granted('system')]])
      for (const roles of [['member'], ['member', 'admin'], []] as const)
        expect(asked(history, later, NEVER, roles)).toEqual({ code: 'proposerGone' });
  });

  test('who is none has nothing to wait for', () => expect(asked([], AT)).toBeUndefined());
});
