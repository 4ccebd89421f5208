import { useQuery } from '@tanstack/react-query';
import type { Receipts } from '#application/contract/proofs.ts';
import { saleTitle } from '#domain/telling/saleTitles.ts';
import { messageOf } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { keepAsFile } from '../ui/keepAsFile.ts';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { checkReceipts, type ReceiptWord } from './receipts.ts';
import { SaidList } from './SaidList.tsx';
import { headWords, inUtc } from './words.ts';

const WORDS: Record<ReceiptWord, string> = {
  proven: 'In the signed log',
  notSealed: 'Not sealed yet; it will be within a minute',
  wrong: 'Not what is in the log',
};

const receiptsQuery = (sale: string) => ({
  queryKey: ['proof', 'receipts', sale],
  queryFn: async () => {
    const file = await api.get<Receipts>(`transaction/${sale}/receipts`);
    return { file, checked: await checkReceipts(file) };
  },
  staleTime: 0,
});

const readable = ({ transactionId, receipts, head }: Receipts, words: readonly ReceiptWord[]): string[] => [
  `Receipts of the sale ${transactionId}`,
  ...receipts.map(
    ({ type, at, eventId }, place) =>
      `${inUtc(Date.parse(at) / 1_000)}: ${saleTitle(type)}. ${WORDS[words[place]!]}. Event ${eventId}`,
  ),
  ...(head === null ? [] : ['The signed head of the log:', ...head.trimEnd().split('\n')]),
];

/** What the reader did in a sale, each with its time and proof, to take away. */
export const ReceiptList = ({ sale }: { sale: string }) => {
  const { data, error, isPending, refetch } = useQuery(receiptsQuery(sale));
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
  if (file.receipts.length === 0) return <p className="muted">You have done nothing in this sale yet.</p>;
  return (
    <>
      <ul className="receipts">
        {file.receipts.map(({ eventId, type, at }, place) => (
          <li key={eventId}>
            <b>{saleTitle(type)}</b>
            <time dateTime={at}>{inUtc(Date.parse(at) / 1_000)}</time>
            <span className={checked.words[place] === 'wrong' ? 'late' : 'muted'}>{WORDS[checked.words[place]!]}</span>
          </li>
        ))}
      </ul>
      <SaidList said={headWords(checked.head)} />
      <div className="row mt-3">
        <Button
          size="sm"
          onClick={() =>
            keepAsFile({ readable: readable(file, checked.words), ...file }, `receipts-${file.transactionId}.json`)
          }
        >
          Keep as a file
        </Button>
      </div>
    </>
  );
};
