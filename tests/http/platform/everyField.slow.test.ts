import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { personalRights } from '#domain/access/personalRights.ts';
import { type Right, towards, type Viewer } from '#domain/access/right.ts';
import { PERSONAL_FIELDS } from '#domain/audit/personalFields.ts';
import { sightOfField, sightUnder, towardsEvent } from '#domain/audit/sight.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { allProjections } from '#projections/all.ts';
import { tablesIn } from '#projections/engine/schemas.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';
import { everyCall, isForVisitors, rolesFor } from '../everyCall.ts';
import { PEOPLE, type Person, ROLES_OF } from '../planted.ts';
import {
  CANARY,
  CAST_OF_OTHERS,
  CAST_OF_TRANSACTIONS,
  type Canary,
  eventTextTransactions,
  holdsNoWord,
  idOf,
  type PlantedStream,
  plantedStory,
} from '../plantedStories.ts';

/** An api process only answers, so nothing reacts to the planted events. */
const market = useMarketplace({ role: 'api', patience: 1 });

const VIEWERS = new Map<string, Viewer>(PEOPLE.map((name) => [name, { id: idOf(name), roles: ROLES_OF[name] }]));

type Answered = { person: string; call: string; path: string; status: number; text: string };
const TRANSACTIONS = eventTextTransactions();
/** Stored as by the first release, with the carrier in plain text. */
const OLD_TRANSACTION = idOf('sale-of-the-first-release, long ago');
/** The transaction whose buyer is a member of staff. */
const INSIDERS_TRANSACTION = idOf(TRANSACTIONS.at(-1)!);

let streams: PlantedStream[];
let canaries: Canary[];
let answers: Answered[];

const named = (category: string): string[] =>
  [...new Set(streams.map(({ stream }) => stream))]
    .filter((stream) => stream.startsWith(`${category}-`))
    .map((stream) => stream.slice(category.length + 1));

/** The targets of a call for one person: everything that concerns them, and one that does not. */
const thingsOf = (path: string, person: Person): string[] => {
  const own = (ids: string[], isOwn: (id: string) => boolean) => {
    const closed = ids.filter((id) => !isOwn(id));
    return [...ids.filter(isOwn), ...closed.slice(0, 1)];
  };
  const id = VIEWERS.get(person)!.id;
  const looksIn = person !== 'insider' && ROLES_OF[person].length === 1;
  const isOld = (sale: string) => sale === OLD_TRANSACTION;
  const isParty = (sale: string) => {
    const { parties } = streams.find(({ stream }) => stream === `transaction-${sale}`)!.canaries[0]!;
    return parties!.buyerId === id || parties!.sellerId === id;
  };
  if (path.includes('{stream}'))
    return looksIn ? streams.map(({ stream }) => stream) : [`transaction-${INSIDERS_TRANSACTION}`, `account-${id}`];
  if (/^transaction|^audit.sales|^staff.cases/.test(path)) {
    const all = own(named('transaction'), (sale) => looksIn || isParty(sale));
    // calls about single events are made for every transaction, the others for two
    const isOfTransaction =
      /\/(details|receipts|at|export)$/.test(path) || (path.endsWith('/bundle') && person !== 'buyer');
    return isOfTransaction ? [...all.slice(0, 2), ...all.filter(isOld)] : all;
  }
  if (/^listings/.test(path)) return named('listing');
  if (/^messages/.test(path)) return named('conversation').map((name) => name.split('-').slice(0, 3).join('-'));
  return own(named('account'), () => looksIn);
};

const pathsOf = ({ path }: Endpoint, person: Person): string[] => {
  if (/\{(id|stream)\}/.test(path))
    return thingsOf(path, person).map((thing) => path.replace(/\{(id|stream)\}/, thing).replace(/\{\w+\}/, 'none'));
  if (path === 'transaction/history') return ['purchase', 'sale'].map((type) => `${path}?type=${type}&limit=50`);
  if (path === 'audit/streams') return [`${path}?search=${named('transaction')[0]}`];
  if (path === 'proof/inclusion') return [`${path}?event=${streams[0]!.stream}/0`];
  if (path === 'proof/consistency') return [`${path}?from=0&to=0`];
  return [`${path.replace(/\{\w+\}/, 'none')}?limit=50&token=none`];
};

const unzipped = (content: Uint8Array): string =>
  Object.entries(unzipSync(content))
    .filter(([name]) => !/^(verify.html|FORMAT.md)$/.test(name))
    .map(([, file]) => Buffer.from(file).toString())
    .join('\n');

const ask = async (
  token: string | undefined,
  path: string,
  isZip: boolean,
): Promise<Omit<Answered, 'person' | 'call'>> => {
  const headers = { 'accept-encoding': 'identity', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(new URL(`/api/${path}`, market().url), { headers });
  const content = new Uint8Array(await response.arrayBuffer());
  const text = isZip && response.ok ? unzipped(content) : Buffer.from(content).toString();
  return { path, status: response.status, text };
};

beforeAll(async () => {
  const { db, store, services } = market().marketplace;
  const keys = openSubjectKeys({ db, masterKey: market().config.secrets.masterKey });
  const ids = Object.fromEntries(PEOPLE.map((name) => [name, idOf(name)])) as Record<string, string>;
  const as = (there: Record<string, string>, here: Record<string, string>) =>
    Object.fromEntries(Object.entries(there).map(([name, id]) => [id, here[name]!]));
  const [firstTransaction = ''] = TRANSACTIONS;
  const crew = {
    clerk: idOf('clerk'),
    colleague: idOf('colleague'),
    thing: idOf('thing'),
    sale: idOf(firstTransaction),
  };
  const parties = { buyer: ids.buyer!, seller: ids.seller! };
  const ofTransactions = as(CAST_OF_TRANSACTIONS, { ...parties, ...crew });
  const ofInsider = as(CAST_OF_TRANSACTIONS, { ...crew, buyer: ids.insider!, seller: ids.seller! });
  const owned = (owner: string, thing = idOf('thing')) =>
    as(CAST_OF_OTHERS, { ...crew, thing, owner: idOf(owner), other: ids.buyer! });
  const now = { ofFirstRelease: false };
  const longAgo = { ofFirstRelease: true };
  const planted = [
    ['listing-photos-changed', owned('seller'), now] as const,
    ['listing-removed', owned('seller', idOf('a removed thing')), now] as const,
    ['listing-removed', owned('seller', idOf('an old thing')), longAgo] as const,
    ...TRANSACTIONS.map(
      (name) => [name, idOf(name) === INSIDERS_TRANSACTION ? ofInsider : ofTransactions, now] as const,
    ),
    ['sale-of-the-first-release', ofTransactions, longAgo] as const,
    ['account-of-a-seller', owned('seller'), now] as const,
    ['account-with-passkeys', owned('buyer'), now] as const,
    ['account-with-another-email', owned('admin'), now] as const,
    ['account-terminated', owned('stranger'), now] as const,
    ['account-suspended-in-the-first-release', owned('insider'), longAgo] as const,
    ...['staff', 'auditor', 'clerk', 'colleague'].map(
      (name) => ['account-that-wants-few-emails', owned(name), now] as const,
    ),
    ['conversation-reported', owned('seller', idOf('an old thing')), now] as const,
    ['disclosures-of-an-account', owned('buyer'), now] as const,
    ['watching-two', owned('seller'), now] as const,
    ['case-worked', owned('seller'), now] as const,
    ['searches-three', owned('seller'), now] as const,
    ['notice-twice', owned('seller'), now] as const,
    ['review-answered', owned('seller'), now] as const,
    ['orphan-closed', owned('seller'), now] as const,
    ['orphan-closed', { ...owned('seller'), '00ff': '00fe' }, longAgo] as const,
  ];
  streams = [];
  for (const [name, cast, how] of planted) {
    const told = await plantedStory(name, cast, keys, how);
    await store.append(told.stream, told.stored, 'none');
    streams.push(told);
  }
  canaries = streams.flatMap((each) => each.canaries);
  const history = await createEventCodec({ keys }).decode(await store.readAll({ limit: 10_000 }));
  for (const projection of allProjections) {
    const handles = new Set<string>(projection.handles);
    const events = history.filter(({ type }) => handles.has(type));
    await db.transaction((transaction) => projection.apply(events, tablesIn(transaction, `read_${projection.name}`)));
  }

  const tokens = new Map<string, string>();
  for (const name of PEOPLE.filter((person) => person !== 'visitor'))
    tokens.set(name, await services.sessions.open(ids[name]!, ROLES_OF[name], { bySecondFactor: true }));
  answers = [];
  const calls = everyCall.filter(
    ({ method, produces }) => method === 'get' && !/event-stream|image/.test(produces ?? ''),
  );
  for (const endpoint of calls)
    for (const person of PEOPLE) {
      const roles = rolesFor(endpoint);
      const isIn =
        person === 'visitor' ? isForVisitors(endpoint) : !roles || ROLES_OF[person].some((one) => roles.includes(one));
      const paths = pathsOf(endpoint, person);
      for (const path of isIn ? paths : paths.slice(0, 1))
        answers.push({
          person,
          call: endpoint.path,
          ...(await ask(tokens.get(person), path, endpoint.produces === 'application/zip')),
        });
    }
});

/** Whether the person may see the field in this answer. */
const isClear = (
  { type, field, fact: event, parties, circumstances }: Canary,
  person: string,
  path: string,
): boolean => {
  const viewer = VIEWERS.get(person)!;
  const name = field.slice(type.length + 1);
  if (type === 'MessageSent' && path.startsWith('staff/message-reports')) {
    const isReported = name === 'content' || name === 'image';
    const right: Right = personalRights[`conversation.see.${isReported ? 'reportedMessage' : 'taken'}`];
    return sightUnder(right, towards(parties!, viewer), circumstances) === 'clear';
  }
  // the case file and the bundle of a sale hold the photos of the listing as it was bought
  const isOfSale = path.startsWith('staff/cases/') || path.endsWith('/bundle');
  if (type.startsWith('Listing') && name === 'takenAt' && isOfSale)
    return sightOfField(type, name, towardsEvent(event, viewer, parties), { case: true, paid: true }) === 'clear';
  const isOwn = [`disclosure-${viewer.id}`, `watching-${viewer.id}`, `searches-${viewer.id}`].includes(event.stream);
  // a decision about a listing is shown to its seller and its reporters
  const isTold = event.stream.startsWith('notice-') && ['buyer', 'seller'].includes(person);
  const owner = isOwn || isTold ? (['owner'] as const) : [];
  const who = [...towardsEvent(event, viewer, parties), ...owner];
  return sightOfField(type, name, who, circumstances) === 'clear';
};

const canariesIn = (text: string): Canary[] => {
  const words = new Set(text.match(CANARY));
  return words.size === 0 ? [] : canaries.filter(({ word }) => words.has(word));
};

const leaks = (asked: readonly Answered[]): string[] =>
  asked.flatMap(({ person, path, text }) =>
    canariesIn(text)
      .filter((canary) => !isClear(canary, person, path))
      .map(({ field }) => `${person} is shown ${field} by ${path}`),
  );

const EVERY_FIELD = Object.entries(PERSONAL_FIELDS).flatMap(([type, fields]) =>
  Object.keys(fields)
    .filter((field) => !holdsNoWord(field))
    .map((field) => `${type}.${field}`),
);

test('everybody sends every reading call with every personal field planted', () => {
  const planted = new Set(canaries.map(({ field }) => field));
  expect(EVERY_FIELD.filter((field) => !planted.has(field))).toEqual([]);
  expect(answers.filter(({ status }) => status >= 500 || status === 423)).toEqual([]);
  const cells = new Set(answers.map(({ person, call }) => `${person} ${call}`)).size * EVERY_FIELD.length;
  expect(cells).toBeGreaterThan(25_000);
});

test('nobody gets a personal field that the access table hides from them', () => {
  expect(leaks(answers)).toEqual([]);
});

test('people who may see a field get it', () => {
  const seen = new Set(answers.flatMap(({ text }) => canariesIn(text).map(({ field }) => field)));
  // the first seven are for staff during a case, which has ended; the next is in its sender’s bundle;
  // no answer names the listing that was unwatched
  expect(EVERY_FIELD.filter((field) => !seen.has(field))).toEqual([
    'ChargebackEndedByStaff.rationale',
    'ChargebackEndProposed.rationale',
    'ChargebackEndRejected.reason',
    'EvidencePackSubmitted.pack',
    'DifferenceBooked.rationale',
    'DifferenceProposed.rationale',
    'CaseClosed.note',
    'MessageSent.takenAt',
    'ListingUnwatched.listingId',
  ]);
});

test.each([
  ['admin', 'AccountSuspended.reason'],
  ['auditor', 'ShipmentConfirmed.carrier'],
  ['seller', 'PersonalDataOpened.reason'],
  ['stranger', 'DisputeOpened.text'],
  ['stranger', 'AccountRegistered.email'],
])('finds a planted leak to %s, of %s', (person, field) => {
  const { word } = canaries.find((canary) => canary.field === field)!;
  expect(leaks([{ person, call: 'x', path: 'x', status: 200, text: word }])).toEqual([
    `${person} is shown ${field} by x`,
  ]);
});
