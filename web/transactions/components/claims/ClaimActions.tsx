import type { TransactionDetail } from '#application/contract/transactions.ts';
import { Button } from '../../../ui/Button.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { useOpened } from '../../useOpened.ts';
import type { ClaimDialogProps } from './ClaimDialog.tsx';
import type { Action } from './claimAction.ts';

const ClaimDialog = onceOpened<ClaimDialogProps>(async () => (await import('./ClaimDialog.tsx')).ClaimDialog);

/** Buttons for the steps of a dispute or return, each with its hint. */
export const ClaimActions = ({
  sale: transaction,
  actions,
}: {
  sale: TransactionDetail;
  actions: readonly Action[];
}) => {
  const { opened, open, close } = useOpened(actions, ({ name }) => name);
  const loads = ClaimDialog.useAhead(actions.length > 0);
  return (
    <>
      {actions.map((action) => (
        <div key={action.path} className="action">
          <Button block look={action.look} busy={loads} busyText="Loading…" onClick={() => open(action)}>
            {action.label}
          </Button>
          <p className="hint">{action.hint}</p>
        </div>
      ))}
      {opened && <ClaimDialog open onOpenChange={close} action={opened} sale={transaction} />}
    </>
  );
};
