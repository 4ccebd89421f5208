import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';
import type { ContactProps } from '../ui/contact.ts';
import type { OnceOpened } from '../ui/onceOpened.tsx';

type Contact = OnceOpened<ContactProps>;

const detailWith = (Contact: Contact) =>
  screen(async () => {
    const { TransactionDetail } = await import('./components/detail/TransactionDetail.tsx');
    return () => <TransactionDetail Contact={Contact} />;
  });

/** Protected, inside the main layout. */
export const transactionRoutes = (Contact: Contact): RouteObject[] => {
  const detail = detailWith(Contact);
  return [
    { path: 'transactions', ...screen(async () => (await import('./components/list/Transactions.tsx')).Transactions) },
    { path: 'transactions/:id', ...detail },
    { path: 'transaction/:id', ...detail },
    {
      path: 'transaction/:id/pause-escrow',
      ...screen(async () => (await import('./components/pause/PauseEscrow.tsx')).PauseEscrow),
    },
  ];
};

/** Protected, without a layout: the payment provider returns the payer here. */
export const paymentRoutes: RouteObject[] = [
  {
    path: 'payment/complete',
    ...screen(async () => (await import('./components/payment/PaymentReturn.tsx')).PaymentReturn),
  },
];
