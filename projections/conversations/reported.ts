import type { Knex } from 'knex';
import { conversationIdOf } from '#application/contract/conversations.ts';
import {
  type MessageReport,
  type MessageReportPage,
  type MessageReportQuery,
  NEIGHBOURS,
  type NeighbourMessage,
} from '#application/contract/moderation.ts';
import { MASK, type Sight } from '#domain/access/mask.ts';
import { towards, type Viewer } from '#domain/access/right.ts';
import { shownAs, sightOf } from '#domain/audit/sight.ts';
import { BY_WORDING, type ReportOutcome } from '#domain/conversations/conversation.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { MessageRow } from './row.ts';
import { shownTo } from './staffMessages.ts';

type ReportedMessage = Pick<MessageRow, 'id' | 'sender_id' | 'content' | 'image' | 'at'>;
type ReportEntry = { reporter: AccountId; reason: string | null; at: Instant };
type ReportedRow = ReportedMessage & {
  buyer_id: AccountId;
  seller_id: AccountId;
  buyer: string | null;
  seller: string | null;
  listing_id: ListingId;
  title: string;
  reports: ReportEntry[];
  outcome: ReportOutcome | null;
  note: string | null;
  resolved_by: AccountId | null;
  resolved_at: Instant | null;
  resolver: string | null;
};
type ImageUrl = (conversationId: string, message: Id) => string;

const iso = (instant: Instant): string => new Date(instant).toISOString();

const STATES = {
  open: 'HAVING count(r.outcome) = 0',
  resolved: 'HAVING count(r.outcome) > 0',
  all: '',
} as const;

/** How the viewer may read a reported message, the reasons, and the neighbouring messages. */
const sightsFor = ({ buyer_id, seller_id }: ReportedRow, viewer: Viewer) => {
  const who = towards({ buyerId: buyer_id, sellerId: seller_id }, viewer);
  return {
    message: sightOf('conversation.see.reportedMessage', who),
    why: (reporter?: AccountId) =>
      sightOf('conversation.see.whyReported', reporter === viewer.id ? [...who, 'author'] : who),
    around: sightOf('conversation.see.aroundReported', who),
  };
};

const messageIn = (
  { buyer_id, seller_id, buyer, seller, listing_id }: ReportedRow,
  { id, sender_id, content, image, at }: ReportedMessage,
  sight: Sight,
  imageUrl: ImageUrl,
): Omit<NeighbourMessage, '_id'> => {
  const [other, username] = sender_id === buyer_id ? [seller_id, buyer] : [buyer_id, seller];
  return {
    sender: { _id: sender_id, username: username ?? ERASED },
    ...shownTo(sight, { content, image }, () => imageUrl(conversationIdOf(sender_id, other, listing_id), id)),
    sentAt: iso(at),
  };
};

const wordsFor = (words: string | null, sight: Sight): string =>
  words === null ? ERASED : (shownAs(words, sight) ?? MASK);

const resolutionOf = (
  { outcome, note, resolved_by, resolved_at, resolver }: ReportedRow,
  sight: Sight,
): MessageReport['resolution'] =>
  outcome && {
    outcome,
    note: wordsFor(note, sight),
    by: { _id: resolved_by ?? '', username: resolver ?? ERASED },
    at: iso(resolved_at ?? 0),
  };

/** By the reported message, what was said just before and after it. */
const neighboursOf = async (
  db: Knex,
  rows: readonly ReportedRow[],
  imageUrl: ImageUrl,
): Promise<Map<Id, NonNullable<MessageReport['context']>>> => {
  const near = (side: '<' | '>') =>
    `(SELECT * FROM read_conversations.messages n WHERE n.conversation_id = m.conversation_id AND n.seq ${side} m.seq
       ORDER BY n.seq ${side === '<' ? 'DESC' : ''} LIMIT :most)`;
  const found = await db.raw<{ rows: (ReportedMessage & { about: Id; earlier: boolean })[] }>(
    `SELECT m.id AS about, n.seq < m.seq AS earlier, n.id, n.sender_id, n.content, n.image, n.at
       FROM read_conversations.messages m
       CROSS JOIN LATERAL (${near('<')} UNION ALL ${near('>')}) n
      WHERE m.id = ANY(:ids) ORDER BY m.id, n.seq`,
    { ids: rows.map(({ id }) => id), most: NEIGHBOURS },
  );
  return new Map(
    rows.map((row) => {
      const of = (side: boolean) =>
        found.rows
          .filter(({ about, earlier }) => about === row.id && earlier === side)
          .map((said) => ({ _id: said.id, ...messageIn(row, said, 'clear', imageUrl) }));
      return [row.id, { before: of(true), after: of(false) }];
    }),
  );
};

/**
 * What was reported to staff, the message that was reported last first; nothing of what the reader writes in. `imageUrl`: where the image of
 * a message opens, as its sender's.
 */
export const reportedMessages = async (
  db: Knex,
  { page, limit, state, about }: MessageReportQuery,
  viewer: Viewer,
  imageUrl: ImageUrl,
): Promise<MessageReportPage> => {
  const messages = `SELECT r.message_id, max(r.at) AS last_at FROM read_conversations.reports r
      JOIN read_conversations.conversations c ON c.id = r.conversation_id
      JOIN read_conversations.messages s ON s.id = r.message_id
     WHERE :viewer NOT IN (c.buyer_id, c.seller_id) ${about ? 'AND s.sender_id = :about' : ''}
     GROUP BY r.message_id ${STATES[state]}`;
  const skipped = (page - 1) * limit;
  const values = { viewer: viewer.id, about: about ?? '' };
  const [counted, { rows }] = await Promise.all([
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n FROM (${messages}) reported`, values),
    db.raw<{ rows: ReportedRow[] }>(
      `SELECT m.id, m.sender_id, m.content, m.image, m.at, c.buyer_id, c.seller_id, c.listing_id, b.username AS buyer,
              s.username AS seller, l.title, f.outcome, f.note, f.resolved_by, f.resolved_at, w.username AS resolver, t.reports
         FROM (${messages} ORDER BY last_at DESC, message_id DESC LIMIT :limit OFFSET :skipped) page
         JOIN read_conversations.messages m ON m.id = page.message_id
         JOIN read_conversations.conversations c ON c.id = m.conversation_id
         JOIN read_listings.listings l ON l.id = c.listing_id
         CROSS JOIN LATERAL (
           SELECT json_agg(json_build_object('reporter', r.reporter_id, 'reason', r.reason, 'at', r.at) ORDER BY r.at DESC) AS reports
             FROM read_conversations.reports r WHERE r.message_id = m.id) t
         LEFT JOIN LATERAL (
           SELECT * FROM read_conversations.reports r WHERE r.message_id = m.id AND r.outcome IS NOT NULL LIMIT 1) f ON true
         LEFT JOIN read_accounts.accounts b ON b.id = c.buyer_id
         LEFT JOIN read_accounts.accounts s ON s.id = c.seller_id
         LEFT JOIN read_accounts.accounts w ON w.id = f.resolved_by
        ORDER BY page.last_at DESC, m.id DESC`,
      { ...values, limit, skipped },
    ),
  ]);
  const legible = rows.filter((row) => sightsFor(row, viewer).around === 'clear');
  const near = await neighboursOf(db, legible, imageUrl);
  const totalCount = counted.rows[0]!.n;
  return {
    reports: rows.map((row) => ({
      messageId: row.id,
      ...messageIn(row, row, sightsFor(row, viewer).message, imageUrl),
      listing: { _id: row.listing_id, title: row.title },
      reports: row.reports.map(({ reporter, reason, at }) => ({
        reporter:
          reporter === BY_WORDING
            ? null
            : { _id: reporter, username: (reporter === row.buyer_id ? row.buyer : row.seller) ?? ERASED },
        reason: wordsFor(reason, sightsFor(row, viewer).why(reporter)),
        reportedAt: iso(at),
      })),
      context: near.get(row.id) ?? null,
      resolution: resolutionOf(row, sightsFor(row, viewer).why()),
    })),
    totalCount,
    hasMore: skipped + rows.length < totalCount,
  };
};

/** The conversation of a reported message. */
export const reportedIn = async (db: Knex, message: Id): Promise<Id | undefined> => {
  const { rows } = await db.raw<{ rows: { conversation_id: Id }[] }>(
    'SELECT conversation_id FROM read_conversations.reports WHERE message_id = ? LIMIT 1',
    [message],
  );
  return rows[0]?.conversation_id;
};

/** The conversations of messages, with their parties. */
export const placesOf = async (
  db: Knex,
  messages: readonly Id[],
): Promise<{ message: Id; conversation: Id; revision: number; buyer: AccountId; seller: AccountId }[]> => {
  const { rows } = await db.raw(
    `SELECT m.id AS message, m.conversation_id AS conversation, m.seq AS revision, c.buyer_id AS buyer, c.seller_id AS seller
       FROM read_conversations.messages m JOIN read_conversations.conversations c ON c.id = m.conversation_id
      WHERE m.id = ANY(?)`,
    [[...messages]],
  );
  return rows;
};
