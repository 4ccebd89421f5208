import type { ReactNode } from 'react';
import type { Cents } from '#domain/shared/money.ts';
import { DialogActions } from '../ui/Dialog.tsx';
import { formatCents } from '../ui/money.ts';
import { Notice } from '../ui/States.tsx';

type CheckoutBarProps = { total: Cents | null; failure?: string | null | undefined; children: ReactNode };

/** What is paid, why it was not, and the buttons: in view however long the dialog is. `total`: null as long as it is not known. */
export const CheckoutBar = ({ total, failure, children }: CheckoutBarProps) => (
  <div className="checkout-bar">
    {failure && <Notice bad>{failure}</Notice>}
    {total !== null && (
      <p className="checkout-total">
        Total <b className="num">{formatCents(total)}</b>
      </p>
    )}
    <DialogActions>{children}</DialogActions>
  </div>
);
