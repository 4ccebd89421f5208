import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import type { ErrorBody } from '#application/contract/common.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { ApiError } from '../api/ApiError.ts';
import { dateTime } from '../ui/dates.ts';
import { Notice } from '../ui/States.tsx';

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
  /** Revision that the reader has seen. Automatic reloads do not change it, because nobody may have looked. */
  revision: number;
  readTo: (revision: number) => void;
  moved: Moved | undefined;
  tell: (moved: Moved | undefined) => void;
  /** Photos of the statements that the reader has enlarged, by their place among all. */
  opened: ReadonlySet<number>;
  open: (photo: number) => void;
};

const Context = createContext<ReadCase | null>(null);

/** Null outside a case. */
export const useReadCase = () => useContext(Context);

export const ReadCase = ({ file, children }: { file: CaseFile; children: ReactNode }) => {
  const [revision, readTo] = useState(file.transaction.revision);
  const [moved, tell] = useState<Moved>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const value = useMemo(() => {
    const open = (photo: number) => setOpened((before) => (before.has(photo) ? before : new Set([...before, photo])));
    return { file, revision, readTo, moved, tell, opened, open };
  }, [file, revision, moved, opened]);
  return <Context value={value}>{children}</Context>;
};

type Entry = Moved['news'][number];

export const byWhom = ({ actor: { id, role, username } }: Entry, { parties }: CaseFile): string => {
  if (id === parties.buyer._id) return `${parties.buyer.username} (buyer)`;
  if (id === parties.seller._id) return `${parties.seller.username} (seller)`;
  return username === null ? role : `${username} (${role})`;
};

const photosOf = (count: number): string => (count === 1 ? 'With a photo.' : `With ${count} photos.`);

/** News since the reader's revision, with the statements. Renders nothing before a refusal. */
export const CaseNews = () => {
  const read = useReadCase();
  if (!read?.moved) return null;
  const { file, moved } = read;
  return (
    <Notice bad>
      <p>{moved.message}</p>
      <ul className="case-news">
        {moved.news.map((entry) => {
          const said = file.statements.find(({ event, at }) => event === entry.event && at === entry.timestamp);
          const photos = said ? said.evidence.length + (said.withheld ?? 0) : 0;
          return (
            <li key={entry.revision}>
              <b className="strong">{transactionTitle(entry.event)}</b> by {byWhom(entry, file)},{' '}
              <time dateTime={entry.timestamp}>{dateTime(entry.timestamp)}</time>
              {entry.detail && <p>{entry.detail}</p>}
              {said?.text && <blockquote>{said.text}</blockquote>}
              {photos > 0 && <p>{photosOf(photos)}</p>}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
};
