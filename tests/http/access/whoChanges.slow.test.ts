import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { RECEIPT_HEADER } from '#application/contract/common.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type Receipt, readReceipt } from '#application/transparency/receipt.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { gateOf } from '#domain/access/right.ts';
import { PERSONAL_FIELDS } from '#domain/audit/personalFields.ts';
import type { Reply } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { openApiDocument } from '#infrastructure/http/openapi.ts';
import { spellings } from '#infrastructure/http/paths.ts';
import { rejections } from '#infrastructure/http/rejections.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';
import { usePushPeer } from '#tests/support/pushPeer.ts';
import { isOnce } from '#web/api/isOnce.ts';
import { everyCall } from '../everyCall.ts';
import { PEOPLE, type Person } from '../planted.ts';
import { type Answered, historyOf, openCanaries } from './changes/canaries.ts';
import { type Asked, type Change, requestOf, SIGNED_IN } from './changes/change.ts';
import { followEvents } from './changes/followEvents.ts';
import { changesOfAccounts } from './changes/ofAccounts.ts';
import { changesOfListings } from './changes/ofListings.ts';
import { changesOfTransactions } from './changes/ofSales.ts';
import { changesOfStaff } from './changes/ofStaff.ts';
import { openStage, type Stage } from './changes/stage.ts';

/**
 * Every call that changes something, in a scene in which it is accepted: first everybody else asks for the same and is refused for
 * their right, then those ask who may. What all of them are answered is held to the table of access.
 */
const { peer, push } = usePushPeer();
const market = useMarketplace({ push });

let open: Stage;
beforeAll(async () => {
  open = await openStage(market());
  leaving = await Promise.all(SIGNED_IN.map((person) => followEvents(market().url, open.client(person).token)));
});
let leaving: Awaited<ReturnType<typeof followEvents>>[];
const stage = () => open;

const changes: readonly Change[] = [
  ...changesOfListings(stage),
  ...changesOfTransactions(stage),
  ...changesOfStaff(stage),
  ...changesOfAccounts(stage, { subscribe: (name) => peer().subscribe(name) }),
];

/** Calls that accept nobody here. */
const NEVER: Readonly<Record<string, string>> = {
  'post seller/identity-page':
    'the simulated provider asks nobody who they are; with Stripe it answers a page of Stripe’s',
};

/** Calls with another refusal than 401, 403 or 404, because of a role or the other party. */
const NO_REFUSAL_OF_A_RIGHT: Readonly<Record<string, string>> = {
  'post transaction/{id}/dispute/appeal': 'notNow',
  'post listings/{id}/price-proposals/{proposal}/accept': 'proposalWaits',
  'post listings/{id}/price-proposals/{proposal}/counter': 'proposalWaits',
  'post listings/{id}/price-proposals/{proposal}/refuse': 'proposalWaits',
  'post listings/{id}/price-proposals/{proposal}/withdraw': 'proposalOver',
  'post user/reports/{id}/complain': 'noReasonToComplain',
  'post messages/{id}/report': 'ownMessageReported',
  'patch transaction/{id}/status': 'notNow',
  // the seller may open one too, after a long pause
  'post transaction/{id}/dispute': 'notNow',
  'post reviews/{id}/report': 'ownReviewReported',
  'delete user/second-factor': 'secondFactorNeeded',
  'post user/deletion': 'holdsRole',
};

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
const declared = new Map(everyCall.map((endpoint) => [callOf(endpoint), endpoint]));

const answers: Answered[] = [];
/** `known`: the caller was signed in and the call checked who it is. */
const accepted: { call: string; known: boolean; request: string; receipt: string | null }[] = [];
/** Requests repeated under a used id. */
const repeats = new Map<string, { call: string; alike: boolean }>();
/** Refused requests. */
const refused = new Map<string, string>();

const textOf = ({ body, headers }: Reply): string =>
  [JSON.stringify(body ?? null), ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n');

type Made = Awaited<ReturnType<typeof requestOf>>;

const ask = async (endpoint: Endpoint, person: Person, asked: Asked, own: boolean, made?: Made): Promise<Reply> => {
  const { path, options } = made ?? (await requestOf(endpoint, asked));
  const reply = await open.client(person, own).call(endpoint.method.toUpperCase(), path, options);
  const { shows } = asked;
  const viewer = open.viewer(person, own);
  answers.push({
    viewer: reply.status < 300 && shows !== undefined ? { ...viewer, id: shows } : viewer,
    who: person,
    call: callOf(endpoint),
    text: textOf(reply),
    before: await market().marketplace.store.head(),
  });
  return reply;
};

/** Decided by the access table if possible, otherwise by the scene. */
const refusalOf = ({ may }: Endpoint, person: Person, { closed = {} }: Change): [number, string] => {
  const gate = gateOf(may);
  if (gate !== 'everybody' && person === 'visitor') return [401, 'notSignedIn'];
  const { roles } = open.viewer(person);
  if (typeof gate !== 'string' && !gate.some((role) => roles.includes(role))) return [403, 'notAllowed'];
  const code = closed[person] as keyof typeof rejections | undefined;
  if (code === undefined) throw new Error(`${person} is let in, and no reason is named why it should be refused`);
  return [rejections[code].status, code];
};

describe('people with the right are accepted, everybody else is refused', () => {
  test.each(changes.map((change) => [change.call, change] as const))('%s', async (call, change) => {
    const endpoint = declared.get(call)!;
    const { by, own = false, scene } = change;
    const [first] = by;
    const looks = endpoint.knowsCaller || gateOf(endpoint.may) !== 'everybody';
    // an earlier call may have ended sessions
    if (own) await open.enter();
    const asked = await scene(first!);
    const othersAsk = { ...asked, body: { ...asked.body, ...asked.others } };
    const others = PEOPLE.filter((person) => !by.includes(person));
    const expected = others.map((person) => [person, ...refusalOf(endpoint, person, change)]);
    const replies = await Promise.all(
      others.map(async (person) => [person, await ask(endpoint, person, othersAsk, own)] as const),
    );
    expect(replies.map(([person, { status, body }]) => [person, status, body?.code])).toEqual(expected);
    for (const [person, { headers }] of replies) refused.set(headers.get('x-request-id')!, `${person}: ${call}`);
    const isAccepted = async (person: Person) => {
      const theirs = person === first ? asked : await scene(person);
      const { path, options } = await requestOf(endpoint, theirs);
      const made = { path, options: { ...options, commandId: newId() } };
      const reply = await ask(endpoint, person, theirs, own, made);
      expect(reply.status, `${person}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
      const again = await ask(endpoint, person, theirs, own, made);
      const alike = again.status === reply.status && isDeepStrictEqual(again.body, reply.body);
      repeats.set(again.headers.get('x-request-id')!, { call, alike });
      const [request, receipt] = ['x-request-id', RECEIPT_HEADER].map((name) => reply.headers.get(name));
      accepted.push({ call, known: person !== 'visitor' && looks, request: request!, receipt: receipt! });
    };
    if (own) await Promise.all(by.map(isAccepted));
    else {
      for (const person of by) await isAccepted(person);
      // if it is too late now, they learn only that
      expect((await ask(endpoint, first!, asked, own)).status).toBeLessThan(500);
    }
  });

  test('for the missing right, not for a body or a state, except where named', () => {
    const named = changes.flatMap(({ call, closed = {} }) =>
      [...new Set(Object.values(closed))]
        .filter((code) => ![401, 403, 404].includes(rejections[code as keyof typeof rejections].status))
        .map((code) => [call, code]),
    );
    expect(Object.fromEntries(named)).toEqual(NO_REFUSAL_OF_A_RIGHT);
  });

  test('covers every call that changes something, except those named', () => {
    const { paths } = openApiDocument(everyCall, market().url) as { paths: Record<string, object> };
    const names = new Map(
      everyCall.flatMap((endpoint) =>
        spellings(endpoint).map((path) => [callOf({ ...endpoint, path }), callOf(endpoint)] as const),
      ),
    );
    const published = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => names.get(`${method} ${path.slice(1)}`)!),
    );
    const tried = new Set(changes.map(({ call }) => call));
    expect([...new Set(published)].filter((call) => !tried.has(call))).toEqual(Object.keys(NEVER));
  });
});

describe('every answer', () => {
  let canaries: ReturnType<typeof openCanaries>;
  let written: Awaited<ReturnType<typeof historyOf>>;
  beforeAll(async () => {
    await market().settle();
    written = await historyOf(market());
    canaries = openCanaries(written);
  });

  describe('a repeat under the same command id', () => {
    test('writes nothing', () => {
      const twice = written.flatMap(({ type, metadata }) => {
        const repeated = repeats.get(metadata.correlationId);
        return repeated ? [`${repeated.call}: ${type}`] : [];
      });
      expect(repeats.size).toBeGreaterThan(250);
      expect(twice).toEqual([]);
    });

    test('gets the first answer, except for calls that the pages never repeat', () => {
      const otherwise = new Set([...repeats.values()].filter(({ alike }) => !alike).map(({ call }) => call));
      const again = [...otherwise].map((call) => call.split(' ') as [string, string]);
      const paths = again.filter(([method, path]) => method === 'post' && isOnce(path)).map(([, path]) => path);
      // the provider may answer between the two
      expect(paths.filter((path) => path !== 'transaction/{id}/chargeback/evidence')).toEqual([
        // contains the time of reading
        'disclosures',
      ]);
    });
  });

  test('holds no field that the access table hides from them', () => {
    expect(answers.length).toBeGreaterThan(900);
    expect(canaries.leaks(answers)).toEqual([]);
  });

  test('is the only effect of a refused call', () => {
    const theirs = written.filter(({ stream }) => !stream.startsWith('security-'));
    const told = theirs.flatMap(({ metadata }) => refused.get(metadata.correlationId) ?? []);
    expect(refused.size).toBeGreaterThan(450);
    expect(told).toEqual([]);
  });

  test('every personal field is written by one of them, except by pictures or other people', () => {
    const fields = Object.entries(PERSONAL_FIELDS).flatMap(([type, own]) =>
      Object.keys(own).map((field) => `${type}.${field}`),
    );
    const others = /\.(takenAt|image|appearance|listingId)$|^LateClaimRecorded\./;
    expect(fields.filter((field) => !canaries.fields.has(field) && !others.test(field))).toEqual([
      'BankAccountRejected.reason',
      // everybody withdraws their own proposal
      'TerminationRejected.reason',
      // part of the event that requested it
      'EmailChanged.email',
      'ListingRevised.description',
      // of a sum that needs two people
      'DifferenceProposed.rationale',
    ]);
  });

  test('shows new data at once to people who may see it', () => {
    const seen = canaries.seen(answers);
    expect(
      [
        'AccountRegistered.email',
        'AccountSuspended.reason',
        'BankDetailsProvided.bank',
        'DisputeOpened.evidence',
        'DisputeOpened.text',
        'DraftShown.rationale',
        'ProfileUpdated.fullName',
        'ShippingAddressSet.address',
        'ShippingSet.address',
        'SupportContacted.message',
      ].filter((field) => !seen.has(field)),
    ).toEqual([]);
  });

  test.each<[Person, string]>([
    ['visitor', 'AccountRegistered.email'],
    ['buyer', 'BankDetailsProvided.bank'],
    ['stranger', 'ShippingSet.address'],
    ['stranger', 'DisputeOpened.text'],
    ['auditor', 'DisputeOpened.evidence'],
    ['admin', 'ProfileUpdated.fullName'],
    ['auditor', 'MessageSent.content'],
    ['staff', 'ShippingAddressSet.address'],
  ])('finds a planted leak to %s, of %s, even in a header', (who, field) => {
    const reply = { status: 200, body: {}, headers: new Headers({ 'x-told': canaries.wordOf(field)! }) };
    const answer = { viewer: open.viewer(who), who, call: 'x', text: textOf(reply), before: undefined };
    expect(canaries.leaks([answer])).toEqual([`${who} is shown ${field} by x`]);
  });

  test('nobody gets a whole account number, not even its owner', () => {
    const { bank } = written.find(({ type, data }) => type === 'BankDetailsProvided' && 'bank' in data)!.data as {
      bank: { iban: string };
    };
    const answer = { viewer: open.viewer('seller'), who: 'seller', call: 'x', text: bank.iban, before: undefined };
    expect(canaries.leaks([answer])).toEqual(['seller is shown BankDetailsProvided.bank by x']);
  });

  test('the event stream says that something changed, and nothing about it', async () => {
    const told = await Promise.all(leaving.map((leave) => leave()));
    expect(told.some((text) => text.includes('event: conversation'))).toBe(true);
    for (const text of told) expect(text.replace(/event: \w+\ndata: \{\}\n\n|:[^\n]*\n\n/g, '')).toBe('');
  });

  describe('an accepted command gets a receipt', () => {
    const ofPeople = new Set<string>(['member', 'staff', 'auditor', 'admin']);
    const receiptIn = (header: string): Receipt =>
      readReceipt(readNote(Buffer.from(header, 'base64url').toString())!.text)!;

    test('for all events of that command, and none of the policies that react', () => {
      const byRequest = new Map<string, Recorded[]>();
      for (const event of written.filter(({ metadata }) => ofPeople.has(metadata.actor.role))) {
        const { correlationId } = event.metadata;
        byRequest.set(correlationId, [...(byRequest.get(correlationId) ?? []), event]);
      }
      const wrote = accepted
        .filter(({ known }) => known)
        .flatMap(({ call, request, receipt }) => {
          const events = byRequest.get(request) ?? [];
          return events.length > 0 ? [{ call, events, receipt }] : [];
        });
      expect(new Set(wrote.map(({ call }) => call)).size).toBeGreaterThan(85);
      const unproven = wrote.flatMap(({ call, events, receipt }) => {
        const ends = receipt === null ? [] : receiptIn(receipt).ends;
        const isPromised = ({ stream, revision }: Recorded) =>
          ends.some((end) => end.stream === stream && end.revision >= revision);
        return events.every(isPromised) ? [] : [call];
      });
      expect([...new Set(unproven)]).toEqual([]);
    });

    test('for no event of somebody else', () => {
      const actorOf = new Map(written.map(({ id, metadata }) => [id, metadata.actor.id]));
      const told = accepted.flatMap(({ call, receipt: header }) => {
        const receipt = header === null ? undefined : receiptIn(header);
        const facts = receipt?.ends.flatMap((end) => end.facts) ?? [];
        return facts.map(({ id }) => ({ call, by: receipt?.by, actor: actorOf.get(id) }));
      });
      expect(new Set(told.map(({ call }) => call)).size).toBeGreaterThan(85);
      expect([...new Set(told.flatMap(({ call, by, actor }) => (by === actor ? [] : [call])))]).toEqual([]);
    });

    test('but not for visitors, because it could reveal whether something was written', () => {
      const toNobody = accepted.filter(({ known }) => !known);
      expect(toNobody.length).toBeGreaterThan(0);
      expect(toNobody.filter(({ receipt }) => receipt !== null)).toEqual([]);
    });
  });
});
