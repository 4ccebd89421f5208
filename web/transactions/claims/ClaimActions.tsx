import { useState } from 'react';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { Button } from '../../ui/Button.tsx';
import { onceOpened } from '../../ui/onceOpened.tsx';
import type { DeedDialogProps } from './ClaimDialog.tsx';
import type { Deed } from './claimAction.ts';

const DeedDialog = onceOpened<DeedDialogProps>(async () => (await import('./ClaimDialog.tsx')).DeedDialog);

/** The steps of a dispute or a return as buttons, each with what it causes. */
export const SaleDeeds = ({ sale, deeds }: { sale: TransactionDetail; deeds: readonly Deed[] }) => {
  const [open, setOpen] = useState<Deed>();
  return (
    <>
      {deeds.map((deed) => (
        <div key={deed.path} className="action">
          <Button block look={deed.look} onClick={() => setOpen(deed)}>
            {deed.label}
          </Button>
          <p className="hint">{deed.hint}</p>
        </div>
      ))}
      {open && <DeedDialog open onOpenChange={() => setOpen(undefined)} deed={open} sale={sale} />}
    </>
  );
};
