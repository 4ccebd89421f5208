import { expect, test } from 'vitest';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { appealsOf, NO_APPEALS } from '#domain/transactions/appeals.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import { FIRST_BLOCK, LONGEST_BLOCK } from '#domain/transactions/unpaidPurchases/limits.ts';
import { type UnpaidPurchaseCommand, unpaidPurchases } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import * as s from '#tests/domain/transactions/scenario.ts';
import { SELLERS_MONEY } from '#web/help/sellersMoney.ts';

const AT = s.DISPUTED_AT + 2 * DAY;
const after = s.transactionAfter;
const typesOf = (history: readonly TransactionCommand[], command: TransactionCommand) =>
  s
    .historyOf([...history, command])
    .slice(s.historyOf(history).length)
    .map(({ type }) => type);
const appealsIn = (history: readonly TransactionCommand[], now = AT) => {
  const transaction = after(history);
  return appealsOf(transaction, armedDeadlines(transaction), now);
};
/** A decision about an item of this price, taken or proposed. */
const decided = (price: number) => {
  const total = price + platformFee(price, CURRENT_TERMS) + s.SHIPPING;
  const opened = [s.buy(price), s.setShipping(), s.pay(s.MONDAY, total), s.ship(), s.dispute(s.DISPUTED_AT, total)];
  return after([...opened, s.contest(), s.decide(0, AT)]);
};
/** Whether anything pays the seller within 30 days if nobody acts. */
const isPaidOut = (history: readonly TransactionCommand[]): boolean => {
  let commands = [...history];
  for (let steps = 0; steps < 20; steps++) {
    const transaction = after(commands);
    const until = (history.at(-1)?.at ?? 0) + 30 * DAY;
    const next = armedDeadlines(transaction).find(({ dueAt }) => dueAt <= until);
    if (transaction.payout.attempt > 0) return true;
    if (!next) return false;
    const before = s.historyOf(commands).length;
    commands = [...commands, s.fires(next.kind, next.dueAt)];
    // a reminder writes nothing
    if (s.historyOf(commands).length === before) return false;
  }
  return false;
};

const purchasesAfter = (...commands: UnpaidPurchaseCommand[]) =>
  commands.reduce(
    ({ state, refused }, command) => {
      const decision = unpaidPurchases.decide(command, state);
      return decision.ok
        ? { state: fold(unpaidPurchases, decision.value, state), refused }
        : { state, refused: decision.error.code };
    },
    { state: unpaidPurchases.initial, refused: null as string | null },
  );
const begins = (transactionId: string, listingId: string, at = 0) =>
  ({ type: 'BeginPurchase', at, transactionId, listingId, until: at + HOUR }) as const;
const lapses = (transactionId: string, at: number) =>
  ({ type: 'EndPurchase', at, transactionId, end: 'lapsed' }) as const;

/** Each sentence, with what proves it. */
const PROOFS: Record<string, () => void> = {
  'While a dispute or a return is open, while our staff hold a sale, or while the buyer’s bank claims the payment back (a chargeback), the money of that sale is not paid out.':
    () => {
      expect(isPaidOut(s.released)).toBe(true);
      for (const stop of [
        s.dispute(s.ESCROW_END + HOUR),
        s.hold(s.ESCROW_END + HOUR),
        s.chargeback('opened', s.ESCROW_END + HOUR),
      ])
        expect(allowedCommands(after([...s.released, stop]), s.SYSTEM, s.RUN_AT)).not.toContain('InitiatePayout');
      expect(after([...s.shipped, s.requestReturn()]).money).toBe('escrow');
      expect(s.armedKinds(after([...s.shipped, s.requestReturn()]))).not.toContain('escrowEnd');
    },
  'If the bank takes a payment back before the payout, the money that we hold for the sale pays for it: the seller’s part first, then our fee.':
    () => {
      const opened = [...s.released, s.chargeback('opened', s.ESCROW_END, 2_000)];
      const part = after([...opened, s.chargeback('lost', s.ESCROW_END + HOUR, 2_000)]);
      expect([part.payable, part.feeTaken, part.platformLoss]).toEqual([s.SHARE - 2_000, s.FEE, 0]);
      const all = after([...s.released, s.chargeback('lost', s.ESCROW_END + HOUR)]);
      expect([all.payable, all.feeTaken, all.platformLoss]).toEqual([0, 0, 0]);
    },
  'Money that has reached the seller’s bank account is never asked back for a chargeback.': () => {
    const lost = after([...s.completed, s.chargeback('lost', s.RUN_AT + 2 * DAY)]);
    expect([lost.paidOut, lost.platformLoss]).toEqual([s.SHARE, s.TOTAL]);
  },
  'Our staff may hold a sale, with a reason, until they lift the hold or decide.': () => {
    const held = [...s.shipped, s.hold(s.SHIPPED_AT + DAY)];
    s.given(s.shipped)
      .when({ ...s.hold(s.SHIPPED_AT + DAY), reason: ' ' } as TransactionCommand)
      .isRejected({ code: 'textRequired' });
    expect(allowedCommands(after(held), s.staff, AT)).toEqual(
      expect.arrayContaining(['LiftStaffHold', 'DecideDispute']),
    );
    expect(typesOf(held, s.decide(0, AT))).toContain('StaffHoldLifted');
  },
  'A sale whose money has been held for 75 days always gets such a hold.': () => {
    const due = s.MONDAY + 75 * DAY;
    expect(CURRENT_TERMS.escalation).toBe(75 * DAY);
    expect(typesOf(s.waitingForBank, s.fires('escalation', due))).toContain('StaffHoldPlaced');
  },
  'Staff give the reasons of every decision to both sides.': () => {
    s.given(s.underReview)
      .when({ ...s.decide(0, AT), rationale: ' ' } as TransactionCommand)
      .isRejected({ code: 'textRequired' });
  },
  'Where more than €200 is held, both read a draft for 24 hours before it is confirmed.': () => {
    expect([CURRENT_TERMS.draftAbove, decided(18_000).proposed]).toEqual([20_000, null]);
    expect(decided(19_000).proposed?.shownUntil).toBe(AT + 24 * HOUR);
  },
  'Where more than €500 is held, two members of staff decide.': () => {
    const confirms = (price: number, by: typeof s.staff) =>
      allowedCommands(decided(price), by, AT + DAY).includes('ConfirmDecision');
    expect([CURRENT_TERMS.secondPersonAbove, confirms(46_000, s.staff)]).toEqual([50_000, true]);
    expect([confirms(s.DEAR, s.staff), confirms(s.DEAR, s.secondStaff)]).toEqual([false, true]);
  },
  'Each side may appeal once against a decision that it lost, within 5 business days or until the money has left, whichever is first.':
    () => {
      const [refund, release] = [
        [...s.underReview, s.decide(6_000, AT)],
        [...s.underReview, s.decide(0, AT)],
      ];
      const until = s.dueAt(after(refund), 'decidedRefund');
      expect(CURRENT_TERMS.appealTerm).toEqual({ businessDays: 5 });
      expect(appealsIn(refund)).toEqual({ buyer: until, seller: until });
      expect(appealsIn(release)).toEqual({ buyer: s.dueAt(after(release), 'payoutRun'), seller: null });
      expect(appealsIn([...refund, s.appealOver(AT)], until)).toEqual(NO_APPEALS);
      const appeal = s.command('AppealDecision', s.seller, AT + HOUR, { text: 'Look again', evidence: [] });
      const again = { ...s.decide(6_000, AT + 2 * HOUR), by: s.secondStaff } as TransactionCommand;
      expect(appealsIn([...refund, appeal, again], AT + 2 * HOUR).seller).toBeNull();
    },
  'Another member of staff then decides.': () => {
    const appeal = s.command('AppealDecision', s.seller, AT + HOUR, { text: 'Look again', evidence: [] });
    const appealed = after([...s.underReview, s.decide(s.TOTAL, AT), appeal]);
    for (const [by, may] of [
      [s.staff, false],
      [s.secondStaff, true],
    ] as const)
      expect(allowedCommands(appealed, by, AT + DAY).includes('DecideDispute')).toBe(may);
  },
  'A decided refund of more than €50 for an item that was shipped waits until the seller can no longer appeal.': () => {
    expect(typesOf(s.underReview, s.decide(5_001, AT))).toContain('RefundDeferred');
    const appeals = appealsIn([...s.underReview, s.decide(5_001, AT)]);
    expect(appeals.seller).toBe(s.dueAt(after([...s.underReview, s.decide(5_001, AT)]), 'decidedRefund'));
  },
  'One of €50 or less is sent at once.': () => {
    expect(typesOf(s.underReview, s.decide(5_000, AT))).toContain('RefundRequested');
  },
  'A buyer may have at most 3 unpaid purchases.': () => {
    const three = ['1', '2', '3'].map((each) => begins(each, `listing-${each}`));
    expect(purchasesAfter(...three).refused).toBeNull();
    expect(purchasesAfter(...three, begins('4', 'listing-4')).refused).toBe('tooManyUnpaid');
  },
  'A purchase that is not paid in time costs the seller nothing and frees the listing.': () => {
    expect(after(s.expired)).toMatchObject({ status: 'CANCELLED', captured: 0, feeTaken: 0 });
  },
  'Its buyer cannot buy that listing again for 1 hour, and twice as long after each repetition, up to 7 days.': () => {
    expect([FIRST_BLOCK, LONGEST_BLOCK]).toEqual([HOUR, 7 * DAY]);
    const once = [begins('1', 'listing'), lapses('1', 0)];
    expect(purchasesAfter(...once, begins('2', 'listing', HOUR - 1)).refused).toBe('listingBlocked');
    expect(purchasesAfter(...once, begins('2', 'listing', HOUR)).refused).toBeNull();
    const twice = [...once, begins('2', 'listing', HOUR), lapses('2', HOUR)];
    expect(purchasesAfter(...twice, begins('3', 'listing', 3 * HOUR - 1)).refused).toBe('listingBlocked');
  },
};

test('contains no sentence without a proof', () => {
  expect(SELLERS_MONEY.flatMap((paragraph) => paragraph.split(/(?<=\.) (?=[A-Z])/))).toEqual(Object.keys(PROOFS));
});

test.each(Object.entries(PROOFS))('%s', (_, proof) => proof());
