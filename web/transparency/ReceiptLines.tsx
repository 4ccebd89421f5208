import type { KeptReceipts } from '#application/contract/transparency.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { FindingList } from './FindingList.tsx';
import { inUtc } from './proofText.ts';
import type { CheckedReceipts, ReceiptWord } from './receipts.ts';

const WORDS: Record<ReceiptWord, string> = {
  proven: 'In the signed log',
  notSealed: 'Not sealed yet',
  unproven: 'Not proven to be sealed',
  wrong: 'Differs from the log',
};

/** Plain-text summary inside the saved file. */
export const readable = ({ transactionId, receipts, head }: KeptReceipts, words: readonly ReceiptWord[]): string[] => [
  `Receipts of the sale ${transactionId}`,
  ...receipts.map(
    ({ type, at, eventId }, place) =>
      `${inUtc(Date.parse(at) / 1_000)}: ${transactionTitle(type)}. ${WORDS[words[place]!]}. Event ${eventId}`,
  ),
  ...(head === null ? [] : ['The signed head of the log:', ...head.trimEnd().split('\n')]),
];

export const ReceiptLines = ({ file, checked }: { file: KeptReceipts; checked: CheckedReceipts }) => (
  <>
    <ul className="receipts">
      {file.receipts.map(({ eventId, type, at }, place) => (
        <li key={eventId}>
          <b>{transactionTitle(type)}</b>
          <time dateTime={at}>{inUtc(Date.parse(at) / 1_000)}</time>
          <span className={checked.words[place] === 'wrong' ? 'late' : 'muted'}>{WORDS[checked.words[place]!]}</span>
        </li>
      ))}
    </ul>
    <FindingList said={checked.said} />
  </>
);
