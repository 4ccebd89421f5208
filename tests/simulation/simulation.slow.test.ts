import { describe, expect, test } from 'vitest';
import { transactionEvents } from '#domain/transactions/events.ts';
import { explained, simulate } from './simulate.ts';

const MINUTES = 60_000;
const TRANSACTIONS = 400;
/**
 * The simulated staff send no evidence to banks; `evidencePacks.test.ts` covers crashes of that policy. The simulated provider loses no
 * word for ever, so no difference is left to book.
 */
const NOT_WALKED = [
  'EvidencePackSubmitted',
  'EvidencePackDelivered',
  'EvidencePackRefused',
  'DifferenceBooked',
  'DifferenceProposed',
];

describe('the whole application over thousands of sales, with faults at every await', () => {
  test(
    'keeps every rule in known worlds and sees nearly every event type [L-024] [L-025] [L-038] [L-044] [L-138] [L-139] [L-140] [L-141] [L-142] [L-143] [L-144] [L-145] [L-146]',
    async () => {
      const report = await simulate(1, TRANSACTIONS);
      expect(explained(report)).toBe('nothing is broken');
      expect(report.sales).toBeGreaterThanOrEqual(TRANSACTIONS);
      const unseen = Object.keys(transactionEvents).filter(
        (type) => !report.types.has(type) && !NOT_WALKED.includes(type),
      );
      // the rarest need more transactions than fit into a minute
      expect(unseen.length, unseen.join()).toBeLessThan(14);
    },
    10 * MINUTES,
  );
});
