import { z } from 'zod';
import { accountStream, part } from '#application/accounts/accountDeps.ts';
import {
  type DataAccess,
  dataAccessPage,
  dataAccessQuery,
  type OpenDataAccess,
  type OpenedData,
  type OpenedToday,
  openDataAccess,
  openedData,
  openedToday as openedOfStream,
  ownDataAccesses,
} from '#application/contract/accessLog.ts';
import { conversationIdOf } from '#application/contract/conversations.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { access } from '#domain/access/access.ts';
import type { DataAccessEvent } from '#domain/audit/accessLog.ts';
import { dataSubjectsOf, type PartiesOfListing, partiesIn } from '#domain/audit/dataSubjects.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { messageImagePath } from '../conversations/messageImages.ts';
import { type EndpointDeps, found, granted } from '../deps.ts';
import { evidencePhotos } from '../transactions/evidence.ts';
import { refuseClosed } from './closedHistories.ts';
import { inspectedHistory } from './history.ts';

type Opened = { event: Recorded; stored: StoredEvent; between: PartiesOfListing | undefined; concerned: AccountId[] };

const iso = (instant: number): string => new Date(instant).toISOString();

/** The access log of one account, newest first. */
export const dataAccessesOf = async (
  { repository }: Pick<EndpointDeps, 'repository'>,
  id: AccountId,
): Promise<DataAccess[]> => {
  const { history } = await repository.accessLog.show(id);
  const openers = [...new Set(history.map(({ data }) => data.openedBy))];
  const named = await Promise.all(
    openers.map(async (opener) => [opener, (await repository.accounts.show(opener)).state.username] as const),
  );
  const names = new Map(named);
  return history.toReversed().map((event) => shownDataAccess(event, names.get(event.data.openedBy) ?? null));
};

const shownDataAccess = ({ id, data }: Recorded<DataAccessEvent>, username: string | null): DataAccess => {
  const { at, openedBy, role, of, revision, event, fields, purpose, reason } = data;
  const by = { _id: openedBy, username: username ?? ERASED };
  return { id, at: iso(at), by, role, of, revision, event, fields, purpose, reason };
};

export const dataAccessEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { repository, journal, queries, signedPaths, clock, bundle } = deps;

  /** @throws Refused if a reason does not open it to this reader */
  const openable = async ({ subject, fields }: OpenDataAccess, reader: SignedIn): Promise<Opened> => {
    const { stream, revision } = subject;
    const { events } = await inspectedHistory(stream, reader, deps);
    const seen = found(
      events.find((event) => event.revision === revision),
      'streamNotFound',
    );
    if (!fields.every((field) => seen.openable.includes(field))) throw new Refused({ code: 'notOpenable' });
    const inspected = await journal.inspect(stream);
    const { stored, event: read } = found(
      inspected.find((each) => each.stored.revision === revision),
      'streamNotFound',
    );
    const event = found(read, 'streamNotFound');
    const between = partiesIn(inspected[0]?.event);
    const concerned = dataSubjectsOf({ ...event, actor: event.metadata.actor }, between);
    if (concerned.length === 0) throw new Refused({ code: 'notOpenable' });
    return { event, stored, between, concerned };
  };

  const answerOf = async (opened: Opened, fields: readonly string[], at: number): Promise<OpenedData> => {
    const told = await Promise.all(
      opened.concerned.map(async (_id) => ({
        _id,
        username: (await repository.accounts.show(_id)).state.username ?? ERASED,
      })),
    );
    const data: Record<string, unknown> = opened.event.data;
    const [openedFields] = await bundle.open([opened.stored]);
    return {
      fields: Object.fromEntries(fields.map((field) => [field, data[field] ?? null])),
      openings: (openedFields?.openings ?? []).filter(({ path }) => fields.some((field) => path === `/data/${field}`)),
      photos: photosOf(opened, fields),
      told,
      at: iso(at),
    };
  };

  /** What the reader opened of a history today, as far as a reason still opens it. */
  const openedToday = async (stream: string, reader: SignedIn): Promise<OpenedToday['opened']> => {
    const { events } = await inspectedHistory(stream, reader, deps);
    const openableNow = new Map(events.map(({ revision, openable }) => [revision, openable]));
    const inspected = await journal.inspect(stream);
    const between = partiesIn(inspected[0]?.event);
    const today = iso(clock.now()).slice(0, 10);
    const found: OpenedToday['opened'] = [];
    const logs = new Map<AccountId, Recorded<DataAccessEvent>[]>();
    for (const { event, stored } of inspected) {
      const openable = openableNow.get(stored.revision) ?? [];
      if (!event || openable.length === 0) continue;
      const concerned = dataSubjectsOf({ ...event, actor: event.metadata.actor }, between);
      const [first] = concerned;
      if (first === undefined) continue;
      // every person concerned has the same entry
      const log = logs.get(first) ?? [...(await repository.accessLog.show(first)).history];
      logs.set(first, log);
      for (const { data } of log) {
        const { openedBy, of, revision, at, purpose } = data;
        const isOwn = openedBy === reader.id && of === stream && revision === stored.revision;
        const fields = data.fields.filter((field) => openable.includes(field));
        if (!isOwn || fields.length === 0 || iso(at).slice(0, 10) !== today) continue;
        found.push({
          revision,
          purpose,
          ...(await answerOf({ event, stored, between, concerned }, fields, at)),
        });
      }
    }
    return found;
  };

  const photosOf = ({ event, between }: Opened, fields: readonly string[]) => {
    const data: Record<string, unknown> = event.data;
    const keys = fields.includes('evidence') && Array.isArray(data.evidence) ? (data.evidence as string[]) : [];
    const photos = evidencePhotos(signedPaths)(keys);
    if (event.type !== 'MessageSent' || !fields.includes('image') || !between) return photos;
    const { senderId, messageId } = event.data;
    const other = senderId === between.buyerId ? between.sellerId : between.buyerId;
    const url = signedPaths.sign(messageImagePath(conversationIdOf(senderId, other, between.listingId), messageId));
    return [...photos, { url, thumbnailUrl: url }];
  };

  return [
    endpoint({
      method: 'post',
      path: 'disclosures',
      operationId: 'openPersonalData',
      summary: 'Open personal fields of an event; the people concerned can read the reason',
      tag: 'Audit',
      limit: 'opening',
      may: access.history.see.behindReason,
      body: openDataAccess,
      response: openedData,
      handle: async ({ body, account, context }) => {
        const opened = await openable(body, account);
        const { purpose, reason } = body;
        const fields = [...new Set(body.fields)];
        const { stream: of, revision, type: event } = opened.event;
        const command = { type: 'OpenPersonalData', of, revision, event, fields, purpose, reason } as const;
        let position: string | undefined;
        // log every access before answering anything
        for (const id of opened.concerned) {
          const written = await repository.accessLog.send(id, command, part(context, accountStream(id)));
          ({ position } = granted(written));
        }
        return { body: await answerOf(opened, fields, clock.now()), position };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/streams/{stream}/opened',
      operationId: 'listOpenedData',
      summary: 'List what you opened of a history today',
      tag: 'Audit',
      may: access.history.see.behindReason,
      params: z.object({ stream: z.string().max(200) }),
      response: openedOfStream,
      handle: async ({ params: { stream }, account }) => {
        refuseClosed(stream, account);
        return { body: { opened: await openedToday(stream, account) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'user/disclosures',
      operationId: 'listOwnAccessLog',
      summary: 'List who opened your personal data, and why',
      tag: 'User',
      limit: 'reading',
      may: access.account.see.own,
      response: ownDataAccesses,
      handle: async ({ account: { id } }) => {
        const dataAccesses = await dataAccessesOf(deps, id);
        return { body: { disclosures: dataAccesses.filter(({ by }) => by._id !== id) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/disclosures',
      operationId: 'listAccessLog',
      summary: 'List all accesses to personal data, newest first',
      tag: 'Audit',
      may: access.history.see.disclosures,
      query: dataAccessQuery,
      response: dataAccessPage,
      handle: async ({ query, account }) => {
        const { about, found: rows, totalCount, hasMore } = await queries.security.disclosuresFound(query, account);
        const streams = [...new Set(rows.map(({ stream }) => stream))];
        const read = await Promise.all(streams.map((stream) => journal.inspect(stream)));
        const events = new Map(read.flat().map(({ event }) => [event?.id ?? '', event]));
        const dataAccesses = rows.flatMap((row) => {
          const event = events.get(row.event_id);
          if (event?.type !== 'PersonalDataOpened') return [];
          // an access that concerns no single person is in the log of its reader
          const isOwnLog = row.account_id === event.data.openedBy;
          const concerned = isOwnLog ? null : { _id: row.account_id, username: row.account ?? ERASED };
          return [{ ...shownDataAccess(event, row.by), concerned }];
        });
        return { body: { about, disclosures: dataAccesses, totalCount, hasMore } };
      },
    }),
  ];
};
