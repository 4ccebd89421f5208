import { useQuery } from '@tanstack/react-query';
import type { Receipts } from '#application/contract/transparency.ts';
import { messageOf } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { keptReceipts } from '../api/keptReceipts.ts';
import { currentSession } from '../api/sessionStore.ts';
import { Button } from '../ui/Button.tsx';
import { keepAsFile } from '../ui/keepAsFile.ts';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { promisesOn } from './checkPromises.ts';
import { ReceiptLines, readable } from './ReceiptLines.tsx';
import { checkReceipts, type ReceiptFile } from './receipts.ts';
import { SavedReceipts } from './SavedReceipts.tsx';
import { TakeWitnesses } from './TakeWitnesses.tsx';

const ownPromises = (stream: string): string[] => {
  const session = currentSession();
  return session.status === 'anonymous' ? [] : promisesOn(stream, session.user._id, keptReceipts());
};

const receiptsQuery = (transaction: string) => ({
  queryKey: ['proof', 'receipts', transaction],
  queryFn: async () => {
    const answer = await api.get<Receipts>(`transaction/${transaction}/receipts`);
    const file: ReceiptFile = { ...answer, promises: ownPromises(answer.stream) };
    return { file, checked: await checkReceipts(answer, file.promises) };
  },
  staleTime: 0,
});

/** The reader's receipts in a transaction, with proofs, to save as a file. */
export const ReceiptList = ({ sale: transaction }: { sale: string }) => {
  const { data, error, isPending, refetch } = useQuery(receiptsQuery(transaction));
  if (isPending) return <SkeletonLines lines={4} />;
  if (!data)
    return (
      <div>
        <p className="late">{messageOf(error, 'Your receipts could not be loaded.')}</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  const { file, checked } = data;
  return (
    <>
      {file.receipts.length === 0 ? (
        <p className="muted mb-3">You have done nothing in this sale yet.</p>
      ) : (
        <ReceiptLines file={file} checked={checked} />
      )}
      <TakeWitnesses head={checked.head} onTaken={() => void refetch()} />
      <div className="row mt-3">
        {file.receipts.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              keepAsFile({ readable: readable(file, checked.words), ...file }, `receipts-${file.transactionId}.json`)
            }
          >
            Save as a file
          </Button>
        )}
        <SavedReceipts />
      </div>
    </>
  );
};
