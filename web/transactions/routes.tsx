import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { ContactProps } from '../ui/contact.ts';

type Contact = ComponentType<ContactProps>;

const detail = (Contact: Contact) => async () => {
  const { TransactionDetail } = await import('./detail/TransactionDetail.tsx');
  return { element: <TransactionDetail Contact={Contact} /> };
};

/** Protected, inside the main layout. `Contact` is another feature's: the dialog that writes to the other party. */
export const transactionRoutes = (Contact: Contact): RouteObject[] => [
  { path: 'transactions', lazy: async () => ({ Component: (await import('./list/Transactions.tsx')).Transactions }) },
  { path: 'transactions/:id', lazy: detail(Contact) },
  { path: 'transaction/:id', lazy: detail(Contact) },
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
