import { useQuery } from '@tanstack/react-query';
import type { CaseFile } from '#application/contract/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { useUser } from '../api/session.tsx';
import { dueTime } from '../ui/dates.ts';
import { Notice } from '../ui/States.tsx';
import { useReadCase } from './ReadCase.tsx';
import { caseDeskQuery } from './staffQueries.ts';

type Entry = Pick<CaseFile['timeline'][number], 'revision' | 'event' | 'timestamp' | 'detail' | 'actor'>;

const byWhom = ({ actor: { id, role, username } }: Entry, { parties }: CaseFile): string => {
  if (id === parties.buyer._id) return `${parties.buyer.username} (buyer)`;
  if (id === parties.seller._id) return `${parties.seller.username} (seller)`;
  return username === null ? role : `${username} (${role})`;
};

const photosOf = (count: number): string => (count === 1 ? 'With a photo.' : `With ${count} photos.`);

/** Events of the case with their authors and, for statements, the words. */
export const NewsList = ({ news, file }: { news: readonly Entry[]; file: CaseFile }) => (
  <ul className="case-news">
    {news.map((entry) => {
      const said = file.statements.find(({ event, at }) => event === entry.event && at === entry.timestamp);
      const photos = said ? said.evidence.length + (said.withheld ?? 0) : 0;
      return (
        <li key={entry.revision}>
          <b className="strong">{transactionTitle(entry.event)}</b> by {byWhom(entry, file)},{' '}
          <time dateTime={entry.timestamp}>{dueTime(entry.timestamp)}</time>
          {entry.detail && <p>{entry.detail}</p>}
          {said?.text && <blockquote>{said.text}</blockquote>}
          {photos > 0 && <p>{photosOf(photos)}</p>}
        </li>
      );
    })}
  </ul>
);

export const News = () => {
  const read = useReadCase();
  if (!read?.moved) return null;
  return (
    <Notice bad>
      <p>{read.moved.message}</p>
      <NewsList news={read.moved.news} file={read.file} />
    </Notice>
  );
};

type Person = { _id: string; username: string };

/** Names the colleagues who work on the case; undefined if there are none. `readers`: without the reader of this screen. */
export const colleaguesIn = (assignee: Person | null, readers: readonly Person[], me: string): string | undefined => {
  const owner = assignee?._id === me ? null : assignee;
  const names = readers.map(({ username }) => username);
  const sentences = [
    ...(owner ? [`Assigned to ${owner.username}.`] : []),
    ...(names.length > 0
      ? [`${new Intl.ListFormat('en-GB').format(names)} ${names.length === 1 ? 'has' : 'have'} it open now.`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
};

export const BeforeActing = () => {
  const read = useReadCase()!;
  const { _id: sale } = read.file.transaction;
  const { data } = useQuery(caseDeskQuery(sale));
  const me = useUser()._id;
  // a second person is expected to answer the colleague's proposal
  const colleagues = read.file.pendingDecision ? undefined : colleaguesIn(data?.assignee ?? null, read.readers, me);
  // the same words as the proposal that it was made from
  const news = read.unread.filter(({ event }) => event !== 'DraftShown');
  if (!colleagues && news.length === 0) return null;
  return (
    <div className="grid gap-3">
      {colleagues && <Notice>A colleague works on this case. {colleagues}</Notice>}
      {news.length > 0 && (
        <Notice>
          <p>Since you last acted here:</p>
          <NewsList news={news} file={read.file} />
        </Notice>
      )}
    </div>
  );
};
