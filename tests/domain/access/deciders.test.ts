import { describe, expect, test } from 'vitest';
import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import { account } from '#domain/accounts/account.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { conversation, REPORT_OUTCOMES } from '#domain/conversations/conversation.ts';
import { listing } from '#domain/listings/listing.ts';
import { listingReports } from '#domain/moderation/listingReports.ts';
import { unmatchedEvent } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { type Actor, PROVIDER, ROLES, SYSTEM } from '#domain/shared/actor.ts';
import { fold, type Rejection, type Result } from '#domain/shared/decider.ts';
import { mayEver, partOf } from '#domain/transactions/allowed.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { AT, registered, suspended, verified } from '../accounts/accountHistory.ts';

type Decide = (by: Actor) => Result<unknown, Rejection>;

const ACTORS: readonly Actor[] = [...ROLES.map((role) => ({ id: 'f'.repeat(32), role })), SYSTEM, PROVIDER];

/** Cases where a decider and the access table disagree. */
const contradictions = (right: Right, decide: Decide): string[] =>
  ACTORS.flatMap((by) => {
    const decision = decide(by);
    const refused = !decision.ok && decision.error.code === 'notAllowed';
    return refused === may(right, by.role) ? [`${by.role} is ${refused ? 'refused' : 'let in'}`] : [];
  });

type Bare<Command> = Command extends AccountCommand ? Omit<Command, 'at' | 'by'> : never;
const ofAccount =
  (request: Bare<AccountCommand>, ...history: AccountEvent[]): Decide =>
  (by) =>
    account.decide({ ...request, at: AT, by } as AccountCommand, fold(account, [registered, verified, ...history]));

const CASES: [name: string, right: Right, decide: Decide][] = [
  ['GrantRole', access.role.do.grantAlone, ofAccount({ type: 'GrantRole', role: 'staff' })],
  ['ProposeRole', access.role.do.change, ofAccount({ type: 'ProposeRole', proposalId: 'p', role: 'staff', to: 'x' })],
  ['ConfirmRole', access.role.do.change, ofAccount({ type: 'ConfirmRole', proposalId: 'p', to: 'x' })],
  ['WithdrawRole', access.role.do.change, ofAccount({ type: 'WithdrawRole', proposalId: 'p' })],
  ['RevokeRole', access.role.do.change, ofAccount({ type: 'RevokeRole', role: 'staff' })],
  ['SuspendAccount', access.account.do.suspend, ofAccount({ type: 'SuspendAccount', reason: 'casts' })],
  ['ReinstateAccount', access.account.do.suspend, ofAccount({ type: 'ReinstateAccount', reason: 'none' }, suspended)],
  [
    'ProposeTermination',
    access.account.do.terminate,
    ofAccount({ type: 'ProposeTermination', proposalId: 'p', reason: 'casts' }, suspended),
  ],
  [
    'ConfirmTermination',
    access.account.do.terminate,
    ofAccount({ type: 'ConfirmTermination', proposalId: 'p', reason: 'r' }, suspended),
  ],
  [
    'RejectTermination',
    access.account.do.terminate,
    ofAccount({ type: 'RejectTermination', proposalId: 'p', reason: 'none' }, suspended),
  ],
  ['EraseAccount', access.account.do.erase, ofAccount({ type: 'EraseAccount', openSales: 0 })],
  [
    'RemoveListing',
    access.listing.do.remove,
    (by) =>
      listing.decide(
        { type: 'RemoveListing', at: AT, by, reason: 'a cast', sellerErased: false, concerned: false },
        { ...listing.initial, status: 'active' },
      ),
  ],
  [
    'RestoreListing',
    access.listing.do.retire,
    (by) =>
      listing.decide(
        { type: 'RestoreListing', at: AT, by, sellerActive: true },
        { ...listing.initial, status: 'archived', removed: true },
      ),
  ],
  [
    'DecideReport',
    access.listing.do.remove,
    (by) =>
      listingReports.decide(
        {
          type: 'DecideReport',
          at: AT,
          by,
          case: 1,
          outcome: 'nothing',
          basis: 'terms',
          statement: 'fine',
          sellerErased: false,
        },
        [{ sellerId: 's', reporters: ['r'], decision: null, complainant: null, answer: null }],
      ),
  ],
  [
    'DecideComplaint',
    access.listing.do.remove,
    (by) =>
      listingReports.decide(
        { type: 'DecideComplaint', at: AT, by, case: 1, outcome: 'stands', statement: 'fine', sellerErased: false },
        [
          {
            sellerId: 's',
            reporters: ['r'],
            decision: { outcome: 'removed', by: 'x', complainUntil: AT },
            complainant: 's',
            answer: null,
          },
        ],
      ),
  ],
  [
    'ArchiveListing',
    access.listing.do.retire,
    (by) =>
      listing.decide(
        { type: 'ArchiveListing', at: AT, by, reason: 'unavailable' },
        { ...listing.initial, status: 'active' },
      ),
  ],
  [
    'ResolveReport',
    access.conversation.do.resolveReport,
    (by) =>
      conversation.decide(
        { type: 'ResolveReport', at: AT, by, messageId: 'm', outcome: REPORT_OUTCOMES[0], note: 'none' },
        conversation.initial,
      ),
  ],
  [
    'CloseOrphan',
    access.case.do.closeOrphan,
    (by) => unmatchedEvent.decide({ type: 'CloseOrphan', at: AT, by, note: 'found out' }, { state: 'open' }),
  ],
];

describe('deciders', () => {
  test.each(CASES)('allows %s to exactly the roles in the table', (_, right, decide) =>
    expect(contradictions(right, decide)).toEqual([]),
  );

  test.each(CASES)('reports %s if its decider allows everybody or nobody', (_, right) => {
    expect(contradictions(right, () => ({ ok: true, value: [] }))).not.toEqual([]);
    expect(contradictions(right, () => ({ ok: false, error: { code: 'notAllowed' } }))).not.toEqual([]);
  });
});

describe('the table of a transaction', () => {
  const transaction = { ...transactionAggregate.initial, buyerId: 'b'.repeat(32), sellerId: 'c'.repeat(32) };

  test('treats only the roles that may decide as staff', () => {
    for (const by of ACTORS)
      expect(partOf(transaction, by) === 'staff', by.role).toBe(may(access.sale.do.decide, by.role));
  });

  test('lets a party act whatever other roles it holds', () => {
    for (const role of ROLES) {
      expect(partOf(transaction, { id: transaction.buyerId, role })).toBe('buyer');
      expect(partOf(transaction, { id: transaction.sellerId, role })).toBe('seller');
    }
    for (const part of ['buyer', 'seller'] as const) {
      expect(may(access.sale.do.act, part)).toBe(true);
      expect(may(access.sale.do.decide, part)).toBe(false);
    }
  });

  test('gives auditors and admins no action', () => {
    for (const role of ['auditor', 'admin'] as const)
      expect(partOf(transaction, { id: 'f'.repeat(32), role }), role).toBeUndefined();
    expect(mayEver('staff', 'DecideDispute')).toBe(true);
  });
});
