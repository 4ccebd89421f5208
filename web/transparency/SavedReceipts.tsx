import { useRef, useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { Button } from '../ui/Button.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';
import { type CheckedReceipts, checkReceiptFile, type ReceiptFile } from './receipts.ts';

const LARGEST = 4 * 1024 * 1024;

const readFile = async (file: File): Promise<ReceiptFile | undefined> => {
  if (file.size > LARGEST) return undefined;
  const { receiptFile } = await import('#application/contract/transparency.ts');
  try {
    return receiptFile.safeParse(JSON.parse(await file.text())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

type Found = { file: ReceiptFile; checked: CheckedReceipts } | { wrong: string };

const look = async (picked: File): Promise<Found> => {
  try {
    const file = await readFile(picked);
    return file ? { file, checked: await checkReceiptFile(file) } : { wrong: 'This is not a file of receipts.' };
  } catch (error) {
    return { wrong: messageOf(error, 'This could not be checked. Try again in a moment.') };
  }
};

/** Checks a saved receipts file of any transaction locally, without uploading it. */
export const SavedReceipts = () => {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found>();
  return (
    <>
      <Button size="sm" look="quiet" onClick={() => input.current?.click()}>
        Check a saved file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A file of receipts"
        accept="application/json,.json"
        onChange={async ({ target }) => {
          const [picked] = target.files ?? [];
          const judged = picked && (await look(picked));
          // Allows choosing the same file again.
          target.value = '';
          setFound(judged);
        }}
      />
      {found && 'wrong' in found && (
        <p className="late mt-3" role="alert">
          {found.wrong}
        </p>
      )}
      {found && 'file' in found && (
        <section className="mt-3" aria-label="The saved file">
          <h3 className="mb-3">Saved receipts of the sale {found.file.transactionId}</h3>
          <ReceiptLines file={found.file} checked={found.checked} />
        </section>
      )}
    </>
  );
};
