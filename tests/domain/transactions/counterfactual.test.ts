import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import type { RecordedEvent } from '#domain/transactions/counterfactual/acts.ts';
import {
  CHANGEABLE_TERMS,
  changedVersion,
  changeFault,
  spelledTerm,
  type TermChanges,
  writtenTerm,
} from '#domain/transactions/counterfactual/changedTerms.ts';
import { counterfactualOf } from '#domain/transactions/counterfactual/counterfactual.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { CURRENT_TERMS, termsFor } from '#domain/transactions/terms/termsFor.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { recordsIn } from '#tests/history/files.ts';
import { recordedKeys } from '#tests/history/recordedKeys.ts';
import { type StreamRecord, transactionStreams } from '#tests/history/streamRecords.ts';
import { property } from '#tests/support/property.ts';
import { dice, nextCommand } from './randomHistory.ts';
import { recordedAfter } from './recordedAfter.ts';
import * as s from './scenario.ts';

const LATER = s.MONDAY + 90 * DAY;
const under = (changes: TermChanges, commands: readonly TransactionCommand[], until = LATER) => {
  const result = counterfactualOf(recordedAfter(commands), changes, until);
  if (!result) throw new Error('these commands begin no purchase');
  return result;
};
const lastOf = (history: readonly RecordedEvent[]): number => history.at(-1)?.event.data.at ?? 0;

describe('a longer escrow period', () => {
  test('releases the money that much later, with the same sums', () => {
    const { was, would, difference } = under({ escrowPeriod: '20d' }, s.completed);
    expect(difference).toEqual({
      revision: 5,
      was: { type: 'EscrowReleased', at: s.ESCROW_END },
      would: { type: 'EscrowReleased', at: s.ESCROW_END + 8 * DAY },
    });
    expect([would.status, would.paidOut, would.fees]).toEqual(['COMPLETED', s.SHARE, s.FEE]);
    expect([was.paidOut, was.fees]).toEqual([would.paidOut, would.fees]);
    // the bank answers as fast as it did
    expect(would.held - was.held).toBe(8 * DAY);
  });

  test('still holds the money where the history ends before its end', () => {
    const { would } = under({ escrowPeriod: '40d' }, s.completed, s.SHIPPED_AT + 39 * DAY);
    expect([would.status, would.paidOut]).toEqual(['IN_ESCROW', 0]);
  });

  test('moves the deadlines of a sale that is still open, and changes nothing else', () => {
    const { difference, deadlines, was, would } = under({ escrowPeriod: '20d' }, s.shipped, s.SHIPPED_AT + DAY);
    expect([difference, was.paidOut, would.paidOut]).toEqual([null, 0, 0]);
    expect(deadlines).toContainEqual({ kind: 'escrowEnd', was: s.ESCROW_END, would: s.ESCROW_END + 8 * DAY });
    expect(under({}, s.shipped, s.SHIPPED_AT + DAY).deadlines).toEqual([]);
  });

  test('counts a claim that was too late as in time', () => {
    const late = [...s.completed, s.dispute(s.RUN_AT + 2 * DAY)];
    const { was, would, disputes } = under({ escrowPeriod: '30d' }, late);
    expect([was.disputes, was.lateClaims, would.disputes, would.lateClaims]).toEqual([0, 1, 1, 0]);
    expect(disputes).toEqual([{ at: s.RUN_AT + 2 * DAY, would: 'inTime', lateBy: null }]);
  });
});

describe('a shorter escrow period', () => {
  test('refuses the dispute that comes after the money has left, and says by how much', () => {
    const disputed = [...s.underReview, s.decide(s.TOTAL), s.appealOver(), s.refunded(s.DISPUTED_AT + 30 * DAY)];
    const { was, would, disputes, refusals } = under({ escrowPeriod: '1d', payoutRun: '1@10' }, disputed);
    const releasedAt = s.SHIPPED_AT + DAY;
    expect(disputes).toEqual([{ at: s.DISPUTED_AT, would: 'tooLate', lateBy: s.DISPUTED_AT - releasedAt }]);
    expect([was.refunded, was.paidOut]).toEqual([s.TOTAL, 0]);
    expect([would.refunded, would.paidOut, would.lateClaims]).toEqual([0, s.SHARE, 1]);
    expect(refusals.map(({ command, part }) => `${part} ${command}`)).toContain('seller ContestDispute');
  });
});

describe('other numbers', () => {
  test('a payment after a shorter window goes back', () => {
    const { would } = under({ paymentWindow: '1m' }, [...s.pending, s.pay(s.MONDAY + 5 * MINUTE)]);
    expect([would.status, would.refunded]).toEqual(['REFUNDED', s.TOTAL]);
  });

  test('the buyer pays another fee', () => {
    const { was, would } = under({ feePercent: '10%', fixedFee: '0' }, s.completed);
    expect([was.fees, would.fees, would.paidOut]).toEqual([s.FEE, s.AMOUNT / 10, s.SHARE]);
    expect([was.total, would.total]).toEqual([s.TOTAL, s.TOTAL - s.FEE + s.AMOUNT / 10]);
  });

  test('a second person confirms what one person decided', () => {
    const decided = [...s.underReview, s.decide(2_000), s.refunded(s.DISPUTED_AT + 3 * DAY, 2_000)];
    const { would, difference } = under({ secondPersonAbove: '10' }, decided);
    expect(difference?.would?.type).toBe('DecisionProposed');
    expect(would.refunded).toBe(2_000);
  });
});

describe('without changes', () => {
  test('every recorded history happens again', async () => {
    const records = recordsIn();
    const taken: string[] = [];
    for (const name of transactionStreams(records)) {
      const { keys, stored } = records.read<StreamRecord>(name);
      const events = (await createEventCodec({ keys: recordedKeys(keys) }).decode(
        stored,
      )) as unknown as TransactionEvent[];
      const history = events.map((event, at): RecordedEvent => {
        const { actor, commandId } = stored[at]!.metadata;
        return { event, actor: actor as RecordedEvent['actor'], commandId };
      });
      const again = counterfactualOf(history, {}, lastOf(history))!;
      expect([again.difference, again.refusals], name).toEqual([null, []]);
      expect(again.would, name).toEqual(again.was);
      if (again.taken > 0) taken.push(`${name} ${again.taken}`);
    }
    // earlier releases had other rules: no command makes these appends any more
    expect(taken.toSorted()).toEqual([
      'streams/sale-decided-by-two 4',
      'streams/sale-paid-twice 1',
      'streams/sale-paused 1',
      'streams/sale-staff-hold 1',
    ]);
  });

  property([fc.array(dice, { minLength: 20, maxLength: 60 })], { numRuns: 60 })(
    'every random history happens again',
    (rolls) => {
      const commands: TransactionCommand[] = [];
      let transaction = transactionAggregate.initial;
      let now = s.MONDAY;
      for (const roll of rolls) {
        const next = nextCommand(transaction, now, roll);
        now = next.at;
        commands.push(next);
        transaction = recordedAfter(commands).reduce(
          (state, { event }) => transactionAggregate.evolve(state, event),
          transactionAggregate.initial,
        );
      }
      const history = recordedAfter(commands);
      if (history[0]?.event.type !== 'TransactionCreated') return;
      const again = counterfactualOf(history, {}, lastOf(history))!;
      expect(again.difference).toBeNull();
      expect(again.would).toEqual(again.was);
    },
  );
});

describe('changes of terms', () => {
  test('are read as people write them', () => {
    const policyVersion = changedVersion(CURRENT_TERMS.version, {
      escrowPeriod: '20d',
      pauseWindow: '36h',
      reviewTerm: '3b',
      fixedFee: '1.50',
      feePercent: '7.5%',
      lateClaimPeriod: 'none',
      refundRetries: '1h,2d',
      payoutRun: '1@12',
    });
    expect(termsFor({ policyVersion })).toEqual({
      ...CURRENT_TERMS,
      escrowPeriod: 20 * DAY,
      pauseWindow: 36 * HOUR,
      reviewTerm: { businessDays: 3 },
      fixedFee: 150,
      feePercent: 7.5,
      lateClaimPeriod: null,
      refundRetries: [HOUR, 2 * DAY],
      payoutRun: { run: 1, hour: 12 },
    });
  });

  test.each([
    [{ escrowTime: '20d' }, { name: 'escrowTime', fault: 'unknown' }],
    [{ version: '1' }, { name: 'version', fault: 'unknown' }],
    [{ toString: '1d' }, { name: 'toString', fault: 'unknown' }],
    [
      { escrowPeriod: '20' },
      {
        name: 'escrowPeriod',
        fault: 'value',
        like: 'a number with d (days), h (hours) or m (minutes), from 1m to 3650d',
      },
    ],
    [
      { escrowPeriod: '0d' },
      {
        name: 'escrowPeriod',
        fault: 'value',
        like: 'a number with d (days), h (hours) or m (minutes), from 1m to 3650d',
      },
    ],
    [
      { escrowPeriod: '999999d' },
      {
        name: 'escrowPeriod',
        fault: 'value',
        like: 'a number with d (days), h (hours) or m (minutes), from 1m to 3650d',
      },
    ],
    [
      { feePercent: '5 per cent' },
      { name: 'feePercent', fault: 'value', like: 'a percentage such as 5 or 7.5%, below 100' },
    ],
    [{ reviewTerm: '3d' }, { name: 'reviewTerm', fault: 'value', like: 'a number of business days, from 1 to 999' }],
    [{ fixedFee: '-1' }, { name: 'fixedFee', fault: 'value', like: '50 or 49.95 (euros), at most 1000000' }],
  ] as [Record<string, string>, object][])('%j mean nothing', (changes, fault) => {
    expect(changeFault(changes)).toEqual(fault);
  });

  test.each([
    ['feePercent', '7.5', '7.5%'],
    ['reviewTerm', '5', '5b'],
    ['reviewTerm', '5 business days', '5b'],
    ['escrowPeriod', '20 days', '20d'],
    ['fixedFee', '€50.00', '50.00'],
  ])('%s is read from %j as from %j', (name, plain, written) => {
    expect(changeFault({ [name]: plain })).toBeUndefined();
    expect(changedVersion('1', { [name]: plain })).toBe(changedVersion('1', { [name]: written }));
  });

  test('a present number is spelled with its unit', () => {
    const [terms] = TERMS_VERSIONS;
    expect(spelledTerm('appealTerm', terms!)).toMatch(/^\d+ business days?$/);
    expect(spelledTerm('fixedFee', terms!)).toMatch(/^€\d+\.\d\d$/);
    expect(spelledTerm('escrowPeriod', terms!)).toMatch(/^\d+ days$/);
  });

  test.each(TERMS_VERSIONS)('every number of $version is written as it is read', (terms) => {
    const written = Object.fromEntries(CHANGEABLE_TERMS.map(({ name }) => [name, writtenTerm(name, terms)]));
    const policyVersion = changedVersion(terms.version, written);
    // no refund waits above the largest number
    const refundWaitsAbove = terms.refundWaitsAbove ?? Number.MAX_SAFE_INTEGER;
    expect(termsFor({ policyVersion })).toEqual({ ...terms, refundWaitsAbove });
  });

  test('a version that names something else is unknown', () => {
    expect(() => termsFor({ policyVersion: '1999-1?{"escrowPeriod":1}' })).toThrow('No terms');
  });
});
