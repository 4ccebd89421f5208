import { beforeEach, describe, expect, test } from 'vitest';
import { DEADLINES, type DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { checkedOut, paid, people, released, shipped } from '../../policies/scenes.ts';
import { openStage, type Stage } from '../../policies/stage.ts';
import * as at from './deadlineScenes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Row = {
  kind: DeadlineKind;
  scene: (stage: Stage) => Promise<void>;
  /**
   * Time from the event that sets it; a date where business days count. Scenes begin on Monday, 2 March 2026,
   * 12:00 UTC.
   */
  term: number | string;
  events?: string[];
  emails?: string[];
};

const TO_STAFF = 'caseForStaff to support';
const EXPIRED = { events: ['TransactionExpired'], emails: ['paymentTimedOut to ada', 'saleTimedOut to bert'] };

const unheard = async (stage: Stage) => {
  await at.payingOut(stage);
  const { payout } = await stage.saleState();
  stage.payments.payoutStates.set(payout.id ?? '', 'paid');
};

const ROWS: Row[] = [
  { kind: 'paymentWindow', scene: checkedOut, term: 30 * MINUTE, ...EXPIRED },
  { kind: 'settlement', scene: at.processing, term: 7 * DAY, ...EXPIRED },
  { kind: 'shipReminder', scene: paid, term: 72 * HOUR, emails: ['shipReminder to bert'] },
  {
    kind: 'shipment',
    scene: paid,
    term: 96 * HOUR,
    events: ['ShipmentDeadlineMissed', 'RefundRequested'],
    emails: ['shipmentMissed to ada', 'shipmentMissed to bert', 'refundRequested to ada'],
  },
  { kind: 'firstNotice', scene: shipped, term: 9 * DAY, emails: ['escrowNotice to ada'] },
  { kind: 'lastNotice', scene: shipped, term: 11 * DAY, emails: ['escrowNotice to ada'] },
  {
    kind: 'escrowEnd',
    scene: shipped,
    term: 12 * DAY,
    events: ['EscrowReleased', 'PayoutApproved'],
    emails: ['escrowReleased to ada', 'escrowReleased to bert'],
  },
  { kind: 'pauseReminder', scene: at.paused, term: 7 * DAY, emails: ['pauseReminder to ada'] },
  {
    kind: 'pauseLimit',
    scene: at.paused,
    term: 30 * DAY,
    events: ['PauseExpired', 'DisputeOpened'],
    emails: ['disputeOpened to ada', 'disputeOpened to bert'],
  },
  {
    kind: 'disputeAnswer',
    scene: at.disputed,
    term: 3 * DAY,
    events: ['SellerSilent'],
    emails: ['disputeUnderReview to ada', 'disputeUnderReview to bert', TO_STAFF],
  },
  {
    kind: 'settlementOffer',
    scene: at.offered,
    term: 3 * DAY,
    events: ['SettlementLapsed'],
    emails: ['settlementLapsed to ada', 'settlementRefused to bert'],
  },
  {
    kind: 'disputeReview',
    scene: at.contested,
    term: '2026-03-09T12:00:00.000Z',
    events: ['ReviewOverdue'],
    emails: [TO_STAFF],
  },
  {
    kind: 'decidedRefund',
    scene: at.deferred,
    term: '2026-03-09T12:00:00.000Z',
    events: ['RefundRequested'],
    emails: ['refundRequested to ada'],
  },
  {
    kind: 'decisionConfirmation',
    scene: at.proposed,
    term: '2026-03-05T12:00:00.000Z',
    events: ['DecisionLapsed'],
    emails: ['draftWithdrawn to ada', 'draftWithdrawn to bert'],
  },
  {
    kind: 'returnAnswer',
    scene: at.returning,
    term: 2 * DAY,
    events: ['ReturnApproved'],
    emails: ['returnApproved to ada', 'returnApproved to bert'],
  },
  {
    kind: 'returnShipBack',
    scene: at.approved,
    term: '2026-03-09T12:00:00.000Z',
    events: ['ReturnLapsed', 'EscrowClockResumed'],
    emails: ['returnLapsed to ada', 'returnLapsed to bert', 'escrowResumed to ada', 'escrowResumed to bert'],
  },
  {
    kind: 'returnInspection',
    scene: at.sentBack,
    term: 12 * DAY,
    events: ['ReturnReceived', 'RefundRequested'],
    emails: ['refundRequested to ada', 'returnReceived to bert'],
  },
  {
    kind: 'refundWatch',
    scene: at.refunding,
    term: '2026-03-11T12:00:00.000Z',
    events: ['EscalatedToStaff'],
    emails: ['refundDelayed to ada', TO_STAFF],
  },
  { kind: 'refundRetry', scene: at.refundFailed, term: HOUR, events: ['RefundRetried'] },
  { kind: 'duplicateRetry', scene: at.secondRefundFailed, term: HOUR, events: ['DuplicateRefundRequested'] },
  {
    kind: 'payoutRun',
    scene: released,
    term: '2026-03-04T09:00:00.000Z',
    events: ['PayoutInitiated'],
    emails: ['payoutInitiated to bert'],
  },
  {
    kind: 'payoutAsk',
    scene: unheard,
    term: '2026-03-05T09:00:00.000Z',
    events: ['PayoutCompleted'],
    emails: ['payoutCompleted to bert'],
  },
  {
    kind: 'payoutWatch',
    scene: at.payingOut,
    term: '2026-03-11T09:00:00.000Z',
    events: ['EscalatedToStaff'],
    emails: [TO_STAFF],
  },
  {
    kind: 'payoutRetry',
    scene: at.payoutFailed,
    term: DAY,
    events: ['PayoutInitiated'],
    emails: ['payoutInitiated to bert'],
  },
  {
    kind: 'escalation',
    scene: at.contested,
    term: 75 * DAY,
    events: ['EscalatedToStaff', 'StaffHoldPlaced'],
    emails: [TO_STAFF, 'saleOnHold to ada', 'saleOnHold to bert'],
  },
];

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const since = <Item>(before: readonly Item[], after: readonly Item[]): Item[] => after.slice(before.length);

test('covers every deadline of a transaction', () =>
  expect(ROWS.map(({ kind }) => kind).sort()).toEqual([...DEADLINES].sort()));

describe('the deadline', () => {
  test.each(ROWS)(
    '$kind fires exactly at its time, once [L-024] [D2-380] [D2-381] [D2-385] [D2-389]',
    async ({ kind, scene, term, events = [], emails = [] }) => {
      await scene(stage);
      const due = await at.dueAt(stage, kind);
      if (typeof term === 'number') expect(due - stage.clock.now()).toBe(term);
      else expect(new Date(due).toISOString()).toBe(term);
      await at.goTo(stage, due - 1);
      const before = await at.happened(stage);
      await at.goTo(stage, due);
      const now = await at.happened(stage);
      expect(since(before.events, now.events)).toEqual(events);
      expect(since(before.emails, now.emails).sort()).toEqual([...emails].sort());
      await stage.sweep();
      await stage.jobs.runDue();
      expect(await at.happened(stage)).toEqual(now);
    },
  );
});
