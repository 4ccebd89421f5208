import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../api/ApiError.ts';
import { download } from '../api/download.ts';
import { Button } from './Button.tsx';
import { Panel } from './Panel.tsx';
import { toast } from './toast.ts';

const FAILED = 'We could not create the file. Please try again.';

const BundleButton = ({ sale: transaction }: { sale: string }) => {
  const gather = useMutation({
    mutationFn: () => download(`transaction/${transaction}/bundle`),
    onError: (error) => toast.error(messageOf(error, FAILED)),
  });
  return (
    <Button size="sm" busy={gather.isPending} busyText="Preparing…" onClick={() => gather.mutate()}>
      Download the record
    </Button>
  );
};

/** Downloads a verifiable record of a sale as one file. */
export const TransactionBundle = ({ sale: transaction }: { sale: string }) => (
  <Panel title="Verifiable record">
    <p className="hint">
      Everything you may see of this sale, with its pictures and ledger, in one zip. Open verify.html in it to check the
      record offline, without us.
    </p>
    <div className="mt-3">
      <BundleButton sale={transaction} />
    </div>
  </Panel>
);
