import type { ReactNode, Ref } from 'react';
import type { Cents } from '#domain/shared/money.ts';
import { DialogActions } from '../../../ui/Dialog.tsx';
import { formatCents } from '../../../ui/money.ts';
import { Notice } from '../../../ui/States.tsx';

type CheckoutBarProps = {
  total: Cents | null;
  failure?: string | null | undefined;
  /** Receives the focus after a failure. */
  said?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Total, failure and buttons, always in view. `total`: null while unknown. */
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
