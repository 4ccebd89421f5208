import { describe, test } from 'vitest';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(nameClaim);
const [A, B, C] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const;
const AT = 1_000;
const claimed = (accountId: string) => ({ type: 'NameClaimed', data: { at: AT, accountId } }) as const;
const released = (accountId: string) => ({ type: 'NameReleased', data: { at: AT, accountId } }) as const;

describe('a name', () => {
  test('belongs to the first account that claims it', () =>
    given().when({ type: 'ClaimName', at: AT, accountId: A }).emits(claimed(A)));

  test('is taken for every other account', () =>
    given(claimed(A))
      .when({ type: 'ClaimName', at: AT + 5, accountId: B })
      .isRejected({ code: 'nameTaken', holder: A, since: AT }));

  test('changes nothing when its holder claims it again', () =>
    given(claimed(A)).when({ type: 'ClaimName', at: AT, accountId: A }).changesNothing());

  test('passes on only from the holder that abandoned it', () => {
    given(claimed(A)).when({ type: 'ClaimName', at: AT, accountId: B, abandonedBy: A }).emits(released(A), claimed(B));
    given(claimed(C))
      .when({ type: 'ClaimName', at: AT, accountId: B, abandonedBy: A })
      .isRejected({ code: 'nameTaken', holder: C, since: AT });
  });

  test('is free once its holder releases it', () =>
    given(claimed(A), released(A)).when({ type: 'ClaimName', at: AT, accountId: B }).emits(claimed(B)));

  test('can be released only by its holder', () =>
    given(claimed(A)).when({ type: 'ReleaseName', at: AT, accountId: B }).changesNothing());
});
