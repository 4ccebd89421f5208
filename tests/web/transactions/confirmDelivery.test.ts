import { expect, test } from 'vitest';
import { confirmDelivery } from '#web/transactions/api/confirmDelivery.ts';

const fails = () => Promise.reject(new Error('lost'));

const calls = (
  confirm: () => Promise<unknown>,
  reload: () => Promise<{ status: 'IN_ESCROW' | 'READY_FOR_PAYOUT' | 'ESCROW_COMPLETED' }>,
) => {
  const said: string[] = [];
  return {
    said,
    calls: {
      confirm,
      reload: () => {
        said.push('reload');
        return reload();
      },
      wait: async (ms: number) => {
        said.push(`wait ${ms}`);
      },
    },
  };
};

test('a call that succeeds is not checked again', async () => {
  const { said, calls: ok } = calls(async () => ({}), fails);
  expect(await confirmDelivery(ok)).toEqual({ confirmed: true });
  expect(said).toEqual([]);
});

test('after a failure it waits a second and then loads the sale [D2-327] [D2-393]', async () => {
  const { said, calls: failing } = calls(fails, async () => ({ status: 'IN_ESCROW' }));
  await confirmDelivery(failing);
  expect(said).toEqual(['wait 1000', 'reload']);
});

test.each(['READY_FOR_PAYOUT', 'ESCROW_COMPLETED'] as const)(
  '%s after that counts as success [D2-328]',
  async (status) => {
    const { calls: failing } = calls(fails, async () => ({ status }));
    expect(await confirmDelivery(failing)).toEqual({ confirmed: true });
  },
);

test('a sale still in escrow has not been confirmed [D2-329]', async () => {
  const { calls: failing } = calls(fails, async () => ({ status: 'IN_ESCROW' }));
  expect(await confirmDelivery(failing)).toEqual({
    confirmed: false,
    message: 'Failed to confirm delivery. Please try again.',
  });
});

test('a sale that cannot be loaded either is an unexpected error [D2-330]', async () => {
  const { calls: failing } = calls(fails, fails);
  expect(await confirmDelivery(failing)).toEqual({
    confirmed: false,
    message: 'An unexpected error occurred. Please try again.',
  });
});
