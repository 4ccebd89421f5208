import type { Projection, Tables } from '../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../engine/rows.ts';
import { wake } from '../engine/wakeUps.ts';
import { applyEvent, type ConversationState } from './apply.ts';
import { type ConversationRow, HANDLED, type Handled, type MessageRow } from './row.ts';

const open = async (tables: Tables, events: readonly Handled[]): Promise<ConversationState> => {
  const streams = events.filter(({ stream }) => stream.startsWith('conversation-')).map(({ stream }) => idOf(stream));
  const read = events.flatMap((event) => (event.type === 'ConversationRead' ? event.data.upTo : []));
  return {
    conversations: byKey(await loadRows<ConversationRow>(tables, 'conversations', 'id', streams), 'id'),
    messages: byKey(await loadRows<MessageRow>(tables, 'messages', 'id', read), 'id'),
    made: new Set(),
    reports: [],
    resolutions: [],
    blocks: new Map(),
    erased: new Set(),
  };
};

const saveBlocks = async (tables: Tables, { blocks }: ConversationState): Promise<void> => {
  const { schema, transaction } = tables;
  for (const [key, block] of blocks)
    if (!block)
      await transaction.raw(`DELETE FROM ${schema}.blocks WHERE account_id = ? AND blocked_id = ?`, key.split(' '));
  const kept = [...blocks.values()].filter((block) => block !== undefined);
  await saveRows(tables, 'blocks', ['account_id', 'blocked_id'], kept);
};

const resolveReports = async ({ transaction, schema }: Tables, { resolutions }: ConversationState): Promise<void> => {
  for (const { message_id, ...found } of resolutions)
    await transaction(`${schema}.reports`).where({ message_id }).update(found);
};

/** Includes accounts erased earlier, because their last events may arrive after the erasure. */
const erasedAmong = async (
  tables: Tables,
  { erased, messages, made, reports, blocks }: ConversationState,
): Promise<string[]> => {
  const writers = [...made].map((id) => messages.get(id)!.sender_id);
  const others = [
    ...reports.map(({ reporter_id }) => reporter_id),
    ...[...blocks.values()].flatMap((block) => block?.account_id ?? []),
  ];
  const before = await loadRows<{ account_id: string }>(tables, 'erased', 'account_id', [...writers, ...others]);
  await saveRows(
    tables,
    'erased',
    ['account_id'],
    [...erased].map((account_id) => ({ account_id })),
  );
  return [...erased, ...before.map(({ account_id }) => account_id)];
};

/** Erases what the accounts wrote; the other party still sees that there was a message. */
const forget = async ({ transaction, schema }: Tables, accounts: string[]): Promise<void> => {
  await transaction.raw(`UPDATE ${schema}.messages SET content = NULL, image = NULL WHERE sender_id = ANY(?)`, [
    accounts,
  ]);
  await transaction.raw(`UPDATE ${schema}.reports SET reason = NULL WHERE reporter_id = ANY(?)`, [accounts]);
  await transaction.raw(`DELETE FROM ${schema}.blocks WHERE account_id = ANY(?)`, [accounts]);
};

/** A note concerns both parties, so it goes with the first who is erased, even if it is written later. */
const forgetNotes = async (
  { transaction, schema }: Tables,
  { resolutions }: ConversationState,
  accounts: readonly string[],
): Promise<void> => {
  const noted = resolutions.map(({ message_id }) => message_id);
  if (noted.length + accounts.length === 0) return;
  await transaction.raw(
    `UPDATE ${schema}.reports r SET note = NULL FROM ${schema}.messages m, ${schema}.erased e
      WHERE m.id = r.message_id AND r.note IS NOT NULL AND e.account_id IN (m.sender_id, r.reporter_id)
        AND (m.id = ANY(?) OR e.account_id = ANY(?))`,
    [noted, [...accounts]],
  );
};

const count = async ({ transaction, schema }: Tables, conversations: string[]): Promise<void> => {
  const unread = (side: 'buyer' | 'seller') => `(SELECT count(*) FROM ${schema}.messages m
    WHERE m.conversation_id = c.id AND m.seq > c.${side}_read AND m.sender_id <> c.${side}_id)`;
  await transaction.raw(
    `UPDATE ${schema}.conversations c SET buyer_unread = ${unread('buyer')}, seller_unread = ${unread('seller')}
      WHERE c.id = ANY(?)`,
    [conversations],
  );
};

export const conversations: Projection = {
  name: 'conversations',
  version: 3,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.conversations (
      id text COLLATE "C" PRIMARY KEY, buyer_id text COLLATE "C" NOT NULL, seller_id text COLLATE "C" NOT NULL,
      listing_id text COLLATE "C" NOT NULL, last_message_id text, last_at bigint NOT NULL,
      buyer_read int NOT NULL, seller_read int NOT NULL, buyer_unread int NOT NULL, seller_unread int NOT NULL,
      UNIQUE (listing_id, buyer_id, seller_id))`);
    await db.raw(`CREATE INDEX conversations_buyer ON ${schema}.conversations (buyer_id, last_at DESC, id DESC)`);
    await db.raw(`CREATE INDEX conversations_seller ON ${schema}.conversations (seller_id, last_at DESC, id DESC)`);
    await db.raw(`CREATE TABLE ${schema}.messages (
      id text COLLATE "C" PRIMARY KEY, conversation_id text COLLATE "C" NOT NULL, seq int NOT NULL,
      sender_id text COLLATE "C" NOT NULL, content text, image json, at bigint NOT NULL)`);
    await db.raw(`CREATE UNIQUE INDEX messages_newest ON ${schema}.messages (conversation_id, seq DESC)`);
    await db.raw(`CREATE INDEX messages_sender ON ${schema}.messages (sender_id)`);
    await db.raw(`CREATE TABLE ${schema}.reports (
      message_id text COLLATE "C", reporter_id text COLLATE "C", conversation_id text NOT NULL, reason text, at bigint NOT NULL,
      outcome text, note text, resolved_by text, resolved_at bigint, PRIMARY KEY (message_id, reporter_id))`);
    await db.raw(`CREATE INDEX reports_newest ON ${schema}.reports (at DESC, message_id DESC)`);
    await db.raw(`CREATE TABLE ${schema}.blocks (
      account_id text COLLATE "C", blocked_id text COLLATE "C", PRIMARY KEY (account_id, blocked_id))`);
    await db.raw(`CREATE TABLE ${schema}.erased (account_id text COLLATE "C" PRIMARY KEY)`);
  },
  apply: async (batch, tables) => {
    const events = batch as readonly Handled[];
    const state = await open(tables, events);
    for (const event of events) applyEvent(state, event);
    const changed = [...state.conversations.values()];
    await saveRows(tables, 'conversations', ['id'], changed);
    await saveRows(
      tables,
      'messages',
      ['id'],
      [...state.messages.values()].filter(({ id }) => state.made.has(id)),
    );
    await saveRows(tables, 'reports', ['message_id', 'reporter_id'], state.reports);
    await resolveReports(tables, state);
    await saveBlocks(tables, state);
    const erased = await erasedAmong(tables, state);
    if (erased.length > 0) await forget(tables, erased);
    await forgetNotes(tables, state, erased);
    if (changed.length > 0)
      await count(
        tables,
        changed.map(({ id }) => id),
      );
    await wake(
      tables,
      'conversations',
      'conversation',
      changed.flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id]),
    );
  },
};
