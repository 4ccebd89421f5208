import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { moneyStateOf } from '#domain/transactions/moneyState.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import * as s from '#tests/domain/transactions/scenario.ts';
import { ITEM_KEPT } from '#web/help/itemKept.ts';
import { TOPICS } from '#web/help/questions.ts';
import { SECTIONS } from '#web/help/terms.ts';

const itemAfter = (history: readonly TransactionCommand[]) =>
  moneyStateOf(s.transactionAfter(history), s.VERIFIED, s.ESCROW_END).item;
const mayReturn = (history: readonly TransactionCommand[]) =>
  allowedCommands(s.transactionAfter(history), s.buyer, s.DISPUTED_AT + HOUR).includes('RequestReturn');

/** Each sentence, with what proves it. */
const PROOFS: Record<string, () => void> = {
  'A decision divides only the money. The item stays with the buyer, even if everything is refunded, unless a return has sent it back. An item that was not shipped stays with the seller.':
    () => {
      const decided = [...s.underReview, s.decide(s.TOTAL)];
      // nothing that follows a full refund asks anybody to send anything
      for (const party of [s.buyer, s.seller])
        expect(allowedCommands(s.transactionAfter(decided), party, s.DISPUTED_AT + 3 * DAY).join()).not.toMatch(
          /Return|Ship/,
        );
      expect(itemAfter(decided)).toBe('buyer');
      expect(itemAfter([...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()])).toBe('sentBack');
      expect(itemAfter([...s.paid, s.hold(s.MONDAY + HOUR)])).toBe('seller');
    },
  'A buyer who wants to send the item back asks for a return, while the money is in escrow and no dispute is open. Once a dispute is withdrawn, that is possible again.':
    () => {
      expect(mayReturn(s.shipped)).toBe(true);
      const disputed = [...s.shipped, s.dispute()];
      expect(mayReturn(disputed)).toBe(false);
      const withdrawn = s.command('WithdrawDispute', s.buyer, s.DISPUTED_AT + HOUR, { seller: s.VERIFIED });
      expect(mayReturn([...disputed, withdrawn])).toBe(true);
      expect(mayReturn(s.released)).toBe(false);
    },
};

test.each([...ITEM_KEPT])('proves: %s', (sentence) => {
  PROOFS[sentence]?.();
  expect(Object.keys(PROOFS)).toContain(sentence);
});

test('the terms and the answers say who keeps the item', () => {
  expect(SECTIONS.find(({ id }) => id === 'disputes')?.paragraphs).toEqual(expect.arrayContaining([...ITEM_KEPT]));
  const answers = TOPICS.flatMap(({ questions }) => questions);
  expect(answers.find(({ id }) => id === 'disputes')?.answer).toEqual(expect.arrayContaining([...ITEM_KEPT]));
});
