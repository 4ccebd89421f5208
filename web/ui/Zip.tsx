import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../api/ApiError.ts';
import { download } from '../api/download.ts';
import { Button } from './Button.tsx';
import { Panel } from './Panel.tsx';
import { toast } from './toast.ts';

const FAILED = 'The bundle could not be made. Please try again.';

const BundleButton = ({ sale: transaction }: { sale: string }) => {
  const gather = useMutation({
    mutationFn: () => download(`transaction/${transaction}/bundle`),
    onError: (error) => toast.error(messageOf(error, FAILED)),
  });
  return (
    <Button size="sm" busy={gather.isPending} busyText="Gathering…" onClick={() => gather.mutate()}>
      Download the bundle
    </Button>
  );
};

/** Everything about a sale that its reader may know, as one file that is verified without us. */
export const TransactionBundle = ({ sale: transaction }: { sale: string }) => (
  <Panel title="Proof to keep">
    <p className="hint">
      What happened in this sale, its pictures and its ledger in one zip, as far as you may know it. The page
      verify.html in it says what is proven, without us and without a network.
    </p>
    <div className="mt-3">
      <BundleButton sale={transaction} />
    </div>
  </Panel>
);
