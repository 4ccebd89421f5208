import { expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();

const warned = async (email: string) => (await market().emails(email)).filter(({ text }) => /Sign in once/.test(text));

test('deletes an account after two years without a sign-in, warned 30 days before [D2-394]', async () => {
  const [gone, kept] = await Promise.all([market().member('rgone'), market().member('rkept')]);
  await market().advance(690 * DAY);
  await market().signIn(kept.email, kept.password);
  expect(await warned(gone.email)).toEqual([]);
  await market().advance(15 * DAY);
  expect(await warned(gone.email)).toHaveLength(1);
  expect(await warned(kept.email)).toEqual([]);
  expect((await market().client().post('auth/login', { email: gone.email, password: 'Wrong-horse1!' })).status).toBe(
    401,
  );
  await market().advance(31 * DAY);
  const signIn = ({ email, password }: typeof gone) => market().client().post('auth/login', { email, password });
  expect((await signIn(gone)).status).not.toBe(200);
  expect((await signIn(kept)).status).toBe(200);
  expect(await warned(gone.email)).toHaveLength(1);
  const { rows } = await market().marketplace.db.raw('SELECT account_id FROM account_activity WHERE account_id = ?', [
    gone.id,
  ]);
  expect(rows).toEqual([]);
});
