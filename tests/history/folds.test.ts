import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { transactionShape } from '#domain/transactions/stateShape.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { allProjections } from '#projections/all.ts';
import { TRANSACTION_SHAPES } from '#projections/transactions/fold/shapes.ts';
import {
  fingerprint,
  TRANSACTION_SHAPE,
  TRANSACTION_VERSION,
  versionOf,
} from '#projections/transactions/fold/version.ts';
import { recordsIn } from './files.ts';
import { foldedOtherwise, foldsOf, recordedFolds } from './folds.ts';
import { transactionStreams, transactionsIn } from './streamRecords.ts';

const records = recordsIn();
const KEEPERS = ['cases', 'deadlines', 'ledger', 'transactions'];

describe('the version of read models that store a folded transaction', () => {
  test('matches the last recorded shape; otherwise run npm run history -- record', () => {
    expect(TRANSACTION_SHAPES.at(-1)).toBe(TRANSACTION_SHAPE);
    expect(TRANSACTION_VERSION).toBe(TRANSACTION_SHAPES.length);
  });

  test('rises when a recorded history folds into another state; otherwise run npm run history -- record', async () => {
    const [before, now] = [recordedFolds(), await foldsOf(records)];
    expect(Object.keys(before).sort()).toEqual(transactionStreams(records).sort());
    expect(foldedOtherwise(before, now)).toEqual([]);
  });

  test('rises automatically with a new field', async () => {
    const versions = new Map(allProjections.map(({ name, version }) => [name, version]));
    const wider = { transactionShape: transactionShape.extend({ insured: z.boolean() }) };
    vi.resetModules();
    vi.doMock('#domain/transactions/stateShape.ts', () => wider);
    vi.doMock('#projections/transactions/fold/shapes.ts', () => ({
      TRANSACTION_SHAPES: [...TRANSACTION_SHAPES, TRANSACTION_SHAPE],
    }));
    const next = await import('#projections/all.ts');
    vi.doUnmock('#domain/transactions/stateShape.ts');
    vi.doUnmock('#projections/transactions/fold/shapes.ts');
    vi.resetModules();
    const raised = next.allProjections.filter(({ name, version }) => version > (versions.get(name) ?? version));
    expect(raised.map(({ name }) => name).sort()).toEqual(KEEPERS);
  });

  test('differs for another field, type or region', () => {
    const shapes = [
      fingerprint(transactionShape, NO_TRANSACTION),
      fingerprint(transactionShape.extend({ insured: z.boolean() }), NO_TRANSACTION),
      fingerprint(transactionShape.omit({ fee: true }), NO_TRANSACTION),
      fingerprint(transactionShape.extend({ fee: z.string() }), NO_TRANSACTION),
      fingerprint(transactionShape, { ...NO_TRANSACTION, insurance: 'none' }),
    ];
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('grows with each release, even if a release returns to an earlier shape', () => {
    expect([versionOf('a', ['a']), versionOf('b', ['a', 'b']), versionOf('a', ['a', 'b', 'a'])]).toEqual([1, 2, 3]);
    expect(versionOf('new', ['a', 'b'])).toBe(3);
    expect(versionOf('a', ['a', 'b'])).toBe(1);
  });
});

describe('the check of folds finds', () => {
  test('an evolve that makes another state of the same events', async () => {
    const forgetful: typeof transactionAggregate.evolve = (transaction, event) => ({
      ...transactionAggregate.evolve(transaction, event),
      shippedAt: null,
    });
    const changed = foldedOtherwise(await foldsOf(records), await foldsOf(records, forgetful));
    expect(changed).toContain('streams/sale-paid-out');
    expect(changed).not.toContain('streams/sale-cancelled-unpaid');
  });

  test('a transaction that does not match its shape', async () => {
    for (const name of transactionStreams(records))
      for (const transaction of await transactionsIn(name, records, transactionAggregate.evolve)) {
        const { success, data } = transactionShape.safeParse(transaction);
        expect([name, success]).toEqual([name, true]);
        expect(transaction).toMatchObject(data!);
        expect(Object.keys(transaction).sort()).toEqual(Object.keys(NO_TRANSACTION).sort());
      }
  });
});
