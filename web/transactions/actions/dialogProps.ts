import type { Transaction } from '#application/contract/transactions.ts';

export type SaleDialogProps = {
  sale: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: 'card' | 'detail';
};
