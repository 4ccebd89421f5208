import { expect, test } from 'vitest';
import { outcomeText } from '#domain/audit/disputeOutcome.ts';

test.each([
  [{ type: 'DisputeDecided', toBuyer: 12_000, currency: 'EUR' }, 'decided, €120.00 to the buyer'],
  [{ type: 'DisputeDecided', toBuyer: 0, currency: null }, 'decided, €0.00 to the buyer'],
  [{ type: 'SettlementAccepted', toBuyer: 2_000, currency: 'EUR' }, 'settled, €20.00 to the buyer'],
  [{ type: 'DisputeAccepted', toBuyer: 2_000, currency: 'EUR' }, 'accepted by the seller, €20.00 to the buyer'],
  [{ type: 'DisputeWithdrawn', toBuyer: null, currency: null }, 'withdrawn'],
  [{ type: 'DecisionAppealed', toBuyer: null, currency: null }, 'open, after an appeal'],
  [undefined, 'open'],
])('says how a dispute ended after %j', (last, words) => {
  expect(outcomeText(last)).toBe(words);
});
