import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { CaseReaders } from '#application/contract/caseDesk.ts';
import type { CaseFile } from '#application/contract/cases.ts';
import type { ErrorBody } from '#application/contract/common.ts';
import { ApiError } from '../api/ApiError.ts';

type Moved = { message: string; news: NonNullable<ErrorBody['news']>; revision: number };

/** The server's answer if the page was older than the case; undefined for other failures. */
export const movedIn = (error: unknown): Moved | undefined => {
  const body = error instanceof ApiError ? (error.data as Partial<ErrorBody> | null) : null;
  return body?.code === 'caseMoved' && body.news && body.revision !== undefined
    ? { message: body.message ?? '', news: body.news, revision: body.revision }
    : undefined;
};

type ReadCase = {
  file: CaseFile;
  /** Colleagues who have the case on the screen. */
  readers: CaseReaders['readers'];
  /** The revision that an action names. Automatic reloads do not change it, because nobody may have looked. */
  revision: number;
  readTo: (revision: number) => void;
  /** Other people's events that the page has received since the reader last acted; the open dialog lists them. */
  unread: CaseFile['timeline'];
  /** Opens a dialog: it lists what is unread, so the action names the revision of the page. */
  begin: () => void;
  moved: Moved | undefined;
  tell: (moved: Moved | undefined) => void;
  /** Photos of the statements that the reader has enlarged, by their place among all. */
  opened: ReadonlySet<number>;
  open: (photo: number) => void;
  /** Photos of the listing as sold that the reader has enlarged, by their place. */
  openedOfListing: ReadonlySet<number>;
  openOfListing: (photo: number) => void;
};

const Context = createContext<ReadCase | null>(null);

/** Null outside a case. */
export const useReadCase = () => useContext(Context);

/** True if the dialog shows that something has happened: its button then says “anyway”. */
export const useHasNews = (): boolean => {
  const read = useReadCase();
  return read !== null && (read.moved !== undefined || read.unread.length > 0);
};

const withPhoto =
  (photo: number) =>
  (before: ReadonlySet<number>): ReadonlySet<number> =>
    before.has(photo) ? before : new Set([...before, photo]);

type ReadCaseProps = { file: CaseFile; me: string; readers: CaseReaders['readers']; children: ReactNode };

export const ReadCase = ({ file, me, readers, children }: ReadCaseProps) => {
  const shown = file.transaction.revision;
  const [{ since, revision }, setRead] = useState({ since: shown, revision: shown });
  const [moved, tell] = useState<Moved>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [openedOfListing, setOfListing] = useState<ReadonlySet<number>>(new Set());
  const value = useMemo(() => {
    const isUnread = ({ revision: of, actor }: CaseFile['timeline'][number]): boolean =>
      of > since && of <= revision && actor.role !== 'system' && actor.id !== me;
    return {
      file,
      readers,
      revision,
      readTo: (to: number) => setRead({ since: to, revision: to }),
      unread: file.timeline.filter(isUnread),
      begin: () => {
        setRead({ since: revision, revision: Math.max(revision, shown) });
        tell(undefined);
      },
      moved,
      tell,
      opened,
      open: (photo: number) => setOpened(withPhoto(photo)),
      openedOfListing,
      openOfListing: (photo: number) => setOfListing(withPhoto(photo)),
    };
  }, [file, me, readers, since, revision, shown, moved, opened, openedOfListing]);
  return <Context value={value}>{children}</Context>;
};
