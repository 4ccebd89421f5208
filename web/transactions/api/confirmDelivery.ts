import type { TransactionView } from '#application/contract/transactions.ts';

const RECHECK_DELAY = 1_000;

type DeliveryOutcome = { confirmed: true } | { confirmed: false; message: string };

type Calls = {
  confirm: () => Promise<unknown>;
  reload: () => Promise<Pick<TransactionView, 'status'>>;
  wait: (ms: number) => Promise<void>;
};

const RELEASED: readonly string[] = ['READY_FOR_PAYOUT', 'ESCROW_COMPLETED'];

/** A failed call may have succeeded, because the answer can get lost. So reload after a second; a released transaction counts as confirmed (document 2, section 8). */
export const confirmDelivery = async ({ confirm, reload, wait }: Calls): Promise<DeliveryOutcome> => {
  try {
    await confirm();
    return { confirmed: true };
  } catch {
    await wait(RECHECK_DELAY);
  }
  try {
    const { status } = await reload();
    return RELEASED.includes(status)
      ? { confirmed: true }
      : { confirmed: false, message: 'Failed to confirm delivery. Please try again.' };
  } catch {
    return { confirmed: false, message: 'An unexpected error occurred. Please try again.' };
  }
};
