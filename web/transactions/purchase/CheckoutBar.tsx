import type { ReactNode, Ref } from 'react';
import type { Cents } from '#domain/shared/money.ts';
import { DialogActions } from '../../ui/Dialog.tsx';
import { formatCents } from '../../ui/money.ts';
import { Notice } from '../../ui/States.tsx';

type CheckoutBarProps = {
  total: Cents | null;
  failure?: string | null | undefined;
  /** Where somebody goes on who is told why it was not. */
  said?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** What is paid, why it was not, and the buttons: in view however long the dialog is. `total`: null as long as it is not known. */
export const CheckoutBar = ({ total, failure, said, children }: CheckoutBarProps) => (
  <div className="checkout-bar">
    {failure && (
      <div ref={said} tabIndex={-1} className="checkout-failure">
        <Notice bad>{failure}</Notice>
      </div>
    )}
    {total !== null && (
      <p className="checkout-total">
        Total <b className="num">{formatCents(total)}</b>
      </p>
    )}
    <DialogActions>{children}</DialogActions>
  </div>
);
