import { expect, test } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import type { DisputeCategory } from '#domain/transactions/disputeCategories.ts';
import { macrosFor, questionsFor } from '#web/transactions/components/cases/desk/macros.ts';
import { aCaseFile } from './aCase.ts';

const CODE = '3SABCD1234567';

/** A dispute of this category; the seller has answered unless `statements` says otherwise. */
const of = (
  category: DisputeCategory,
  changes: Partial<CaseFile['transaction']> = {},
  rest: Partial<CaseFile> = {},
) => {
  const file = aCaseFile(rest);
  const { dispute } = file.transaction;
  return {
    ...file,
    transaction: { ...file.transaction, trackingCode: null, dispute: dispute && { ...dispute, category }, ...changes },
  };
};
const returned = (notAsDescribed: boolean): CaseFile['transaction']['return'] => ({
  state: 'refused',
  request: { text: 'Too big', evidence: [] },
  refusal: 'It is as described',
  notAsDescribed,
  to: null,
  addressed: false,
  postage: null,
  trackingCode: null,
  rejection: null,
});
const names = (file: CaseFile, choice: Parameters<typeof macrosFor>[1] = '') =>
  macrosFor(file, choice, undefined).map(({ name }) => name);

test('offers only rationales of the category and the chosen outcome', () => {
  const damaged = of('DAMAGED');
  expect(names(damaged)).toEqual(['The photos prove the claim', 'The claim is not proven']);
  expect(names(damaged, 'refund')).toEqual(['The photos prove the claim']);
  expect(names(damaged, 'part')).toEqual(['The photos prove the claim']);
  expect(names(damaged, 'release')).toEqual(['The claim is not proven']);
  expect(names(of('NOT_AS_DESCRIBED'), 'refund')).toContain('It differs from the listing');
});

test('says that photos prove a claim only if the buyer added some', () => {
  const statements = aCaseFile().statements.map((statement) => ({ ...statement, evidence: [] }));
  const without = of('DAMAGED', {}, { statements });
  expect(names(without)).toEqual(['The claim is not proven']);
  expect(macrosFor(without, 'release', undefined)[0]?.text).toMatch(/^The statements do not show/);
});

test('says that the seller did not answer only if that is so and their time is over', () => {
  const silent = aCaseFile().statements.slice(0, 1);
  expect(names(of('DAMAGED', {}, { statements: silent }), 'refund')).toContain('The seller did not answer');
  const { dispute } = aCaseFile().transaction;
  const waiting = { dispute: dispute && { ...dispute, state: 'awaiting_seller' as const } };
  expect(names(of('DAMAGED', waiting, { statements: silent }), 'refund')).not.toContain('The seller did not answer');
});

test('says what the page of the carrier shows only as checked by the officer, and only with a tracking code', () => {
  expect(names(of('NOT_RECEIVED'))).toEqual(['Nothing shows a shipment']);
  const tracked = of('NOT_RECEIVED', { trackingCode: CODE });
  expect(names(tracked)).toEqual(['I checked: delivered', 'I checked: not delivered']);
  const [delivered] = macrosFor(tracked, 'release', undefined);
  expect(delivered?.text).toMatch(/^I checked the carrier’s page: .* was delivered/);
});

test('has texts for a change of mind, and for a refused return that was justified', () => {
  expect(names(of('RETURN_REFUSED', { return: returned(false) }))).toEqual(['A change of mind']);
  expect(names(of('RETURN_REFUSED', { return: returned(true) }))).toEqual([
    'It is as described',
    'The return was justified',
  ]);
});

test('asks only what fits the category', () => {
  const asked = (category: DisputeCategory, party: 'buyer' | 'seller') =>
    questionsFor(of(category), party)
      .map(({ text }) => text)
      .join(' ');
  expect(asked('DAMAGED', 'buyer')).toContain('as it arrived');
  expect(asked('NOT_RECEIVED', 'buyer')).not.toContain('as it arrived');
  expect(asked('NOT_RECEIVED', 'buyer')).toContain('a neighbour');
  expect(asked('RETURN_REFUSED', 'seller')).toContain('why you do not take');
});

test('offers a text for every category that a dispute can have', () => {
  const categories = [
    'NOT_RECEIVED',
    'NOT_AS_DESCRIBED',
    'DAMAGED',
    'COUNTERFEIT',
    'OTHER',
    'PAUSE_EXPIRED',
    'RETURN_REFUSED',
    'RETURN_REJECTED',
    'PAUSED_TOO_LONG',
  ] as const;
  for (const category of categories) expect(names(of(category)), category).not.toEqual([]);
});
