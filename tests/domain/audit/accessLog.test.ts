import { expect, test } from 'vitest';
import { dataAccesses, type OpenPersonalData } from '#domain/audit/accessLog.ts';
import { SYSTEM } from '#domain/shared/actor.ts';

const AUDITOR = { id: 'e'.repeat(32), role: 'auditor' } as const;
const opening: OpenPersonalData = {
  type: 'OpenPersonalData',
  at: 1,
  by: AUDITOR,
  of: `transaction-${'5'.repeat(32)}`,
  revision: 1,
  event: 'ShippingSet',
  fields: ['address'],
  purpose: 'audit',
  reason: '  A sample of this month ',
};
const decide = (changes: Partial<OpenPersonalData> = {}) =>
  dataAccesses.decide({ ...opening, ...changes }, dataAccesses.initial);

test('records who opened which fields, in which role and why, but no values', () => {
  expect(decide()).toEqual({
    ok: true,
    value: [
      {
        type: 'PersonalDataOpened',
        data: {
          at: 1,
          openedBy: AUDITOR.id,
          role: 'auditor',
          of: opening.of,
          revision: 1,
          event: 'ShippingSet',
          fields: ['address'],
          purpose: 'audit',
          reason: 'A sample of this month',
        },
      },
    ],
  });
});

test('rejects access without a reason, and by the system', () => {
  expect(decide({ reason: '   short   ' })).toEqual({ ok: false, error: { code: 'reasonRequired' } });
  expect(decide({ by: SYSTEM })).toEqual({ ok: false, error: { code: 'notAllowed' } });
});
