import type { ReactNode } from 'react';
import type { Cents } from '#domain/shared/money.ts';
import { DialogActions } from '../ui/Dialog.tsx';
import { formatCents } from '../ui/money.ts';

/** What is paid, and the buttons: in view however long the dialog is. `total`: null as long as it is not known. */
export const CheckoutBar = ({ total, children }: { total: Cents | null; children: ReactNode }) => (
  <div className="checkout-bar">
    {total !== null && (
      <p className="checkout-total">
        Total <b className="num">{formatCents(total)}</b>
      </p>
    )}
    <DialogActions>{children}</DialogActions>
  </div>
);
