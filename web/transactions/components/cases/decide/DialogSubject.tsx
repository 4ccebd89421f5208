import type { CaseFile } from '#application/contract/cases.ts';
import { useReadCase } from '../../../../staff/ReadCase.tsx';

const counted = (opened: number, all: number, word: string): string => `${opened} of ${all} ${word}`;

/** How many photos the reader has enlarged; undefined if there are none. */
const photosRead = (
  file: CaseFile,
  opened: ReadonlySet<number>,
  ofListing: ReadonlySet<number>,
): string | undefined => {
  const claim = file.statements.reduce((count, { evidence }) => count + evidence.length, 0);
  const listing = file.asSold?.images.length ?? 0;
  const parts = [
    ...(claim > 0 ? [counted(opened.size, claim, 'photos of the claim')] : []),
    ...(listing > 0 ? [counted(ofListing.size, listing, claim > 0 ? 'of the listing' : 'photos of the listing')] : []),
  ];
  return parts.length > 0 ? `You have opened ${parts.join(' and ')}.` : undefined;
};

/** How many photos of the claim and of the listing the reader has opened. */
export const PhotosRead = ({ file }: { file: CaseFile }) => {
  const read = useReadCase();
  const words = read && photosRead(file, read.opened, read.openedOfListing);
  return words ? <p>{words}</p> : null;
};

/** The sale that a decision is about, for a dialog that covers the case. */
export const DialogSubject = ({ file }: { file: CaseFile }) => {
  const { transaction, parties } = file;
  return (
    <>
      <p className="wrap-anywhere">
        <span className="mono">{transaction.transactionId}</span>: <b className="strong">{transaction.listing.title}</b>
        , from {parties.seller.username} (seller) to {parties.buyer.username} (buyer).
      </p>
      <PhotosRead file={file} />
    </>
  );
};
