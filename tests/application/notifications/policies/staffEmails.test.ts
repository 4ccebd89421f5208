import { beforeEach, describe, expect, test } from 'vitest';
import { PATIENCE } from '#application/reconciliation/policies/bookChecks.ts';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { paid, paidEvent, people, TOTAL } from '../../policies/scenes.ts';
import { openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const STAFF = 'a'.repeat(32);
const ADMIN = 'd'.repeat(32);

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  for (const [id, username] of [
    [STAFF, 'Sam'],
    [ADMIN, 'Alma'],
  ] as const)
    await stage.given(`account-${id}`, 'AccountRegistered', {
      username,
      email: `${username.toLowerCase()}@example.com`,
      country: 'Netherlands',
      termsAcceptedAt: 1,
    });
  stage.roles.set('staff', [STAFF]).set('admin', [ADMIN]);
});

const to = (address: string) =>
  stage.mailer.sent.flatMap((mail) => (mail.to === address && mail.subject !== 'verifyEmail' ? [mail.subject] : []));
const about = () =>
  stage.emails.filter(({ template }) => template === 'caseForStaff').map(({ details }) => details.about);
const again = async () => {
  await stage.stop();
  stage.forgetPlaces();
  stage.jobs.lose();
  await stage.start();
  await stage.settle();
};

describe('a case', () => {
  test('is reported once to every member of staff, also after a crash', async () => {
    stage.roles.set('staff', [STAFF, ADMIN]);
    await paid(stage);
    await stage.given(`transaction-${TRANSACTION}`, 'EscalatedToStaff', { cause: 'refundFailed' });
    await stage.settle();
    await again();
    expect(to('sam@example.com')).toEqual(['caseForStaff']);
    expect(to('alma@example.com')).toEqual(['caseForStaff']);
    expect(about()).toContain('refundFailed');
  });

  test('is reported for a dispute under review and an overdue decision', async () => {
    await paid(stage);
    await stage.sale({ type: 'ConfirmShipment', trackingCode: null, carrier: null }, stage.seller);
    await stage.sale(
      { type: 'OpenDispute', category: 'DAMAGED', claim: 2_000, text: 'a wing', evidence: [] },
      stage.buyer,
    );
    await stage.settle();
    expect(about()).toEqual([]);
    await stage.sale({ type: 'ContestDispute', text: 'it left whole', evidence: [] }, stage.seller);
    await stage.settle();
    expect(about()).toEqual(['disputeReview']);
    stage.clock.advance(10 * DAY);
    await stage.sweep();
    expect(about()).toEqual(['disputeReview', 'reviewOverdue']);
    stage.clock.advance(65 * DAY);
    await stage.sweep();
    // one append both escalates and holds the transaction: one e-mail
    expect(about()).toEqual(['disputeReview', 'reviewOverdue', 'heldTooLong']);
    expect(JSON.stringify(stage.emails)).not.toContain('a wing');
  });

  test('of a proposed termination is reported to the proposer’s colleagues, without the reason', async () => {
    stage.roles.set('staff', [STAFF, ADMIN]);
    const proposed = { proposalId: '1'.repeat(32), reason: 'sells casts', proposedBy: STAFF };
    await stage.given(`account-${SELLER}`, 'TerminationProposed', proposed);
    await stage.settle();
    await again();
    expect([to('sam@example.com'), to('alma@example.com')]).toEqual([[], ['terminationProposed']]);
    const email = stage.emails.find(({ template }) => template === 'terminationProposed');
    expect(email?.details).toEqual({ account: SELLER });
  });

  test('is not reported to the person who caused it', async () => {
    await paid(stage);
    await stage.given(`transaction-${TRANSACTION}`, 'StaffHoldPlaced', { reason: 'odd', by: STAFF, remaining: null });
    await stage.settle();
    expect(to('sam@example.com')).toEqual([]);
  });

  test('of an unmatched provider event is reported once, however often it arrives', async () => {
    const event = paidEvent(stage, { transactionId: '9'.repeat(32) });
    await stage.told(event);
    await stage.settle();
    await again();
    expect(about()).toContain('orphanFact');
    expect(to('sam@example.com')).toEqual(['caseForStaff']);
  });

  test('waits for the morning digest of a member of staff who chose that, and links to the case', async () => {
    await stage.given(`account-${STAFF}`, 'EmailsChosen', { choices: { ...AT_ONCE, cases: 'daily' } });
    await paid(stage);
    await stage.given(`transaction-${TRANSACTION}`, 'EscalatedToStaff', { cause: 'refundFailed' });
    await stage.settle();
    expect(to('sam@example.com')).toEqual([]);
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(to('sam@example.com')).toEqual(['dailyDigest']);
    const digest = stage.emails.find(({ template }) => template === 'dailyDigest');
    expect(digest?.held).toMatchObject([{ subject: 'caseForStaff', path: `/staff/cases/${TRANSACTION}` }]);
  });

  test('without a sale leads from the digest to the queue', async () => {
    await stage.given(`account-${STAFF}`, 'EmailsChosen', { choices: { ...AT_ONCE, cases: 'daily' } });
    await stage.told(paidEvent(stage, { transactionId: '9'.repeat(32) }));
    await stage.settle();
    stage.clock.advance(DAY);
    await stage.sweep();
    const digest = stage.emails.find(({ template }) => template === 'dailyDigest');
    expect(digest?.held).toContainEqual(expect.objectContaining({ path: '/staff' }));
  });

  test('goes to the support address if nobody is staff', async () => {
    stage.roles.clear();
    await paid(stage);
    await stage.given(`transaction-${TRANSACTION}`, 'EscalatedToStaff', { cause: 'refundFailed' });
    await stage.settle();
    expect(to('support@example.com')).toEqual(['caseForStaff']);
  });
});

test('of a ledger difference is reported to staff and admins on its first night only', async () => {
  await paid(stage);
  stage.payments.held = TOTAL + 1;
  for (let night = 0; night < 3; night++) {
    stage.clock.advance(DAY);
    await stage.sweep();
    stage.clock.advance(PATIENCE);
    await stage.sweep();
  }
  const told = (address: string) => to(address).filter((subject) => subject === 'ledgerDiffers');
  expect(told('sam@example.com')).toHaveLength(1);
  expect(told('alma@example.com')).toHaveLength(1);
  stage.payments.held = TOTAL + 2;
  stage.clock.advance(DAY);
  await stage.sweep();
  stage.clock.advance(PATIENCE);
  await stage.sweep();
  expect(told('sam@example.com')).toHaveLength(2);
});

describe('a failure that needs repair', () => {
  const repairs = () => stage.emails.filter(({ template }) => template === 'needsRepair').map(({ details }) => details);
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour++) {
      stage.clock.advance(HOUR);
      await stage.sweep();
    }
  };

  test('tells admins of dead jobs once, and again when there are more', async () => {
    stage.jobs.work('broken', () => Promise.reject(new Error('never')), { attempts: 1 });
    await stage.jobs.add([{ queue: 'broken', id: 'one', data: {} }]);
    await stage.settle();
    await hours(3);
    expect(repairs()).toEqual([{ kind: 'dead', what: 'broken', count: 1 }]);
    expect(to('alma@example.com')).toEqual(['needsRepair']);
    await stage.jobs.add([{ queue: 'broken', id: 'two', data: {} }]);
    await hours(3);
    expect(repairs()).toEqual([
      { kind: 'dead', what: 'broken', count: 1 },
      { kind: 'dead', what: 'broken', count: 2 },
    ]);
  });

  test('tells admins of a stopped read model, and again when it stops again', async () => {
    stage.stoppedModels.add('ledger');
    await hours(2);
    stage.stoppedModels.clear();
    await hours(1);
    expect(repairs()).toHaveLength(1);
    stage.stoppedModels.add('ledger');
    await hours(1);
    expect(repairs()).toEqual([
      { kind: 'stopped', what: 'ledger', count: 1 },
      { kind: 'stopped', what: 'ledger', count: 1 },
    ]);
  });
});
