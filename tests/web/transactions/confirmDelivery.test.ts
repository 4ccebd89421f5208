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

test('does not check a successful call again', async () => {
  const { said, calls: ok } = calls(async () => ({}), fails);
  expect(await confirmDelivery(ok)).toEqual({ confirmed: true });
  expect(said).toEqual([]);
});

test('waits a second after a failure and then loads the sale [D2-327] [D2-393]', async () => {
  const { said, calls: failing } = calls(fails, async () => ({ status: 'IN_ESCROW' }));
  await confirmDelivery(failing);
  expect(said).toEqual(['wait 1000', 'reload']);
});

test.each(['READY_FOR_PAYOUT', 'ESCROW_COMPLETED'] as const)(
  'counts %s afterwards as success [D2-328]',
  async (status) => {
    const { calls: failing } = calls(fails, async () => ({ status }));
    expect(await confirmDelivery(failing)).toEqual({ confirmed: true });
  },
);

test('counts a sale still in escrow as not confirmed [D2-329]', async () => {
  const { calls: failing } = calls(fails, async () => ({ status: 'IN_ESCROW' }));
  expect(await confirmDelivery(failing)).toEqual({
    confirmed: false,
    message: 'Failed to confirm delivery. Please try again.',
  });
});

test('reports an unexpected error if the sale cannot be loaded either [D2-330]', async () => {
  const { calls: failing } = calls(fails, fails);
  expect(await confirmDelivery(failing)).toEqual({
    confirmed: false,
    message: 'An unexpected error occurred. Please try again.',
  });
});
