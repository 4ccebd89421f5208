import type { TransactionView } from '#application/contract/transactions.ts';

export type TransactionDialogProps = {
  sale: TransactionView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: 'card' | 'detail';
};
