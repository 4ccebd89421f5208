import { beforeEach, describe, expect, test } from 'vitest';
import { readModelChecks } from '#application/reconciliation/policies/readModelChecks.ts';
import type { CheckedReadModel, KeptCheck } from '#application/reconciliation/readModelChecks.ts';
import type { ReadModelChecks } from '#application/reconciliation/storage.ts';
import { keepingLog } from '#tests/projections/harness.ts';
import { manualClock } from '#tests/support/manualClock.ts';

const NIGHT = { name: '2026-11-22', from: 0, until: 1 };
const clock = manualClock();
let asked: string[];
let end: (found: Partial<CheckedReadModel> | Error) => Promise<void>;
let kept: Map<string, KeptCheck>;
let checks: ReadModelChecks;
let log: ReturnType<typeof keepingLog>;
beforeEach(() => {
  asked = [];
  kept = new Map();
  log = keepingLog();
  checks = {
    names: ['ledger', 'cases'],
    check: (name) => {
      asked.push(name);
      return new Promise((resolve, reject) => {
        end = async (found) => {
          if (found instanceof Error) reject(found);
          else resolve({ name, version: 1, position: '7', rows: 3, differing: [], ...found });
          await Promise.resolve();
        };
      });
    },
    kept: async () => [...kept.values()],
    keep: async (check) => void kept.set(check.name, check),
  };
});
const open = () => readModelChecks({ readModelChecks: checks, clock, log });
const sweep = (policy: ReturnType<typeof open>) => policy.run(NIGHT, null);

describe('the nightly check of the read models', () => {
  test('checks one after another while other work continues', async () => {
    const policy = open();
    expect([await sweep(policy), await sweep(policy)]).toEqual(['goesOn', 'goesOn']);
    expect(asked).toEqual(['ledger']);
    await end({});
    expect(await sweep(policy)).toBe('goesOn');
    expect(asked).toEqual(['ledger', 'cases']);
    await end({ rows: 5 });
    expect(await sweep(policy)).toBe('done');
    expect([...kept.values()]).toMatchObject([
      { name: 'ledger', night: NIGHT.name, checkedAt: clock.now() },
      { name: 'cases', rows: 5 },
    ]);
    expect(log.said).toEqual([]);
  });

  test('raises an alarm that names differing rows', async () => {
    const policy = open();
    await sweep(policy);
    await end({ differing: ['balances ["psp_clearing"] differs'] });
    await sweep(policy);
    const details = { code: 'readModelDiffers', projection: 'ledger', rows: ['balances ["psp_clearing"] differs'] };
    expect(log.said).toMatchObject([{ level: 'error', details }]);
  });

  test('is continued by another process after a crash, and repeated after a failed build', async () => {
    const [died, next] = [open(), open()];
    await sweep(died);
    expect([await sweep(next), asked]).toEqual(['goesOn', ['ledger', 'ledger']]);
    await end(new Error('no room'));
    await expect(sweep(next)).rejects.toThrow('no room');
    expect([await sweep(next), asked]).toEqual(['goesOn', ['ledger', 'ledger', 'ledger']]);
  });
});
