import type { TransactionView } from '#application/contract/transactions.ts';

export type SaleDialogProps = {
  sale: TransactionView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: 'card' | 'detail';
};
