import type { RouteObject } from 'react-router-dom';

const detail = async () => ({ Component: (await import('./detail/TransactionDetail.tsx')).TransactionDetail });

/** Protected, inside the main layout. */
export const transactionRoutes: RouteObject[] = [
  { path: 'transactions', lazy: async () => ({ Component: (await import('./list/Transactions.tsx')).Transactions }) },
  { path: 'transactions/:id', lazy: detail },
  { path: 'transaction/:id', lazy: detail },
  {
    path: 'transaction/:id/pause-escrow',
    lazy: async () => ({ Component: (await import('./pause/PauseEscrow.tsx')).PauseEscrow }),
  },
];

/** Protected, without a layout: where the payment provider sends the payer back to. */
export const paymentRoutes: RouteObject[] = [
  {
    path: 'payment/complete',
    lazy: async () => ({ Component: (await import('./payment/PaymentReturn.tsx')).PaymentReturn }),
  },
];
