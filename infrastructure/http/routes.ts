import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { SecurityLog } from '#application/audit/securityLog.ts';
import {
  COMMAND_ID_HEADER,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  RECEIPT_HEADER,
} from '#application/contract/common.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { REGISTRANT } from '#domain/accounts/limits.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { authenticate } from './authentication.ts';
import { actorOf, commandContext } from './commandContext.ts';
import type { CommandIds } from './commandIds.ts';
import type { Endpoint, SignedIn } from './endpoint.ts';
import { RequestFault } from './errors.ts';
import type { HostCookie } from './hostCookie.ts';
import { byPrecedence, expressPath, spellings } from './paths.ts';
import type { LimitRate } from './rateLimits.ts';
import { openReceipt, type SignReceipt } from './receipts.ts';
import type { RefreshCookie } from './refreshCookie.ts';
import { logRefusedAccess } from './refusedAccess.ts';
import type { ReadUploads } from './uploads.ts';
import { assertContract, validated } from './validation.ts';

export type EndpointPlatform = {
  sessions: Parameters<typeof authenticate>[2];
  refreshCookie: RefreshCookie;
  registrantCookie: HostCookie;
  limitRate: LimitRate;
  readUploads: ReadUploads;
  /** Whether the read models have reached a position within `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  newId: () => string;
  clock: Clock;
  commandIds: Pick<CommandIds, 'claim'>;
  /** Keys the clients' command ids. */
  commandKey: string;
  security: Pick<SecurityLog, 'accessRefused'>;
  signReceipt: SignReceipt;
  metrics: Metrics;
  tracing: Tracing;
  /** In tests, an answer that breaks its contract is an error. */
  checkAnswers: boolean;
};

const JSON_LIMIT = '64kb';
const LONGEST_WAIT = 2_000;
export const POSITION = /^\d{20}$/;

const readJson = express.json({ limit: JSON_LIMIT });
const jsonBody = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    readJson(request, response, (error: unknown) => (error ? reject(error) : resolve()));
  });

/** Read your own writes: waits up to 2 s until the read models reach the client's position. */
const waitForOwnWrites = async (request: Request, platform: EndpointPlatform): Promise<void> => {
  const position = request.get(MIN_POSITION_HEADER);
  if (position && POSITION.test(position)) await platform.waitFor(position, LONGEST_WAIT);
};

/** An empty parameter counts as absent: `?filter=&page=` means the defaults. */
const given = (query: Request['query']) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** A final refusal, not a temporary one. */
const isOver = (error: unknown): boolean => error instanceof RequestFault && error.status === 401;

const knowsTag = (request: Request, tag: string): boolean =>
  request
    .get('If-None-Match')
    ?.split(',')
    .some((known) => [tag, '*'].includes(known.trim().replace(/^W\//, ''))) ?? false;

const keepRegistrant = (value: string | null, response: Response, { registrantCookie }: EndpointPlatform): void => {
  if (value === null) registrantCookie.takeAway(response);
  else registrantCookie.give(response, value, new Date(Date.now() + REGISTRANT));
};

const serve =
  (endpoint: Endpoint, platform: EndpointPlatform): RequestHandler =>
  async (request, response) => {
    const { limitRate, metrics } = platform;
    const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
    response.locals.route = name;
    if (endpoint.redeems && request.method === 'HEAD') return void response.status(204).end();
    const changes = endpoint.method !== 'get';
    const read = endpoint.reads ?? !changes;
    response.locals.changes = changes || endpoint.redeems === true;

    const noted = (refusal: unknown, account: SignedIn | undefined) =>
      logRefusedAccess(refusal, endpoint, account, request, platform.security);
    const refreshToken = endpoint.resumes ? platform.refreshCookie.read(request) : undefined;
    const registrant = endpoint.signsInRegistrant ? platform.registrantCookie.read(request) : undefined;
    const account = await authenticate(request, endpoint, platform.sessions, noted);
    response.locals.sender = account?.id;
    // Uploads count before their body is read; a sign-in counts after, because its e-mail address counts too.
    if (endpoint.limit && endpoint.multipart) await limitRate.consume(endpoint.limit, request, account);
    const params = validated(endpoint.params, request.params);
    await endpoint.admit?.({ params, actor: actorOf(account, endpoint) });
    const uploader = account?.id ?? request.ip ?? '';
    const files = endpoint.multipart ? await platform.readUploads(request, response, uploader, endpoint.multipart) : [];
    if (changes && !request.is('multipart/form-data')) await jsonBody(request, response);
    if (endpoint.limit && !endpoint.multipart) await limitRate.consume(endpoint.limit, request, account);

    const query = validated(endpoint.query, given(request.query));
    const body = validated(endpoint.body, request.body);
    const sent = {
      endpoint,
      account,
      params: request.params,
      body,
      correlationId: String(response.locals.correlationId),
      commandId: request.get(COMMAND_ID_HEADER),
    };
    const receipt = openReceipt();
    // a read is not an act of its reader, so its access-log entry needs no receipt
    const wrote = changes || endpoint.redeems ? { wrote: receipt.wrote } : {};
    const context = { ...commandContext(sent, platform.commandKey, platform.newId), ...wrote };
    const ip = request.ip ?? '';
    if (changes || endpoint.redeems) await platform.commandIds.claim({ ...sent, query, files, ip });
    if (read) await waitForOwnWrites(request, platform);

    const fromOwnPage = platform.refreshCookie.isOwnPage(request);
    const userAgent = request.get('user-agent') ?? '';
    const call = { params, query, body, files, account, context, ip, userAgent, fromOwnPage, refreshToken, registrant };
    let answer: Awaited<ReturnType<Endpoint['handle']>>;
    try {
      answer = await platform.tracing.span(changes ? `command ${name}` : `query ${name}`, {}, () =>
        endpoint.handle(call),
      );
    } catch (error) {
      if (changes) metrics.commands.inc({ route: name, outcome: error instanceof Error ? error.name : 'failed' });
      await noted(error, account);
      if (endpoint.resumes && isOver(error)) platform.refreshCookie.give(response, null);
      throw error;
    }
    if (changes) metrics.commands.inc({ route: name, outcome: 'done' });
    if (endpoint.limit) await limitRate.forgive(endpoint.limit, request, account);
    if (answer.stream) return await answer.stream(response);
    if (platform.checkAnswers && answer.body !== undefined) assertContract(endpoint.response, answer.body, name);
    if (answer.position !== undefined) response.set(POSITION_HEADER, answer.position);
    // a visitor gets no receipt: it could reveal whether an account exists
    const promise = account && (await platform.signReceipt(account.id, receipt.streams()));
    if (promise !== undefined) response.set(RECEIPT_HEADER, promise);
    if (endpoint.cacheSeconds) response.set('Cache-Control', `public, max-age=${endpoint.cacheSeconds}`);
    if (answer.headers) response.set(answer.headers);
    if (answer.tag !== undefined) {
      response.set('ETag', answer.tag);
      if (knowsTag(request, answer.tag)) return void response.status(304).end();
    }
    if (answer.refresh !== undefined) platform.refreshCookie.give(response, answer.refresh);
    if (answer.registrant !== undefined) keepRegistrant(answer.registrant, response, platform);
    if (answer.filename !== undefined) response.attachment(answer.filename);
    response.status(answer.status ?? endpoint.success ?? (answer.body === undefined ? 204 : 200));
    if (answer.body === undefined) response.end();
    else response.json(answer.body);
  };

/** Mounts all endpoints under all their paths. A known path with a wrong method gets 405. */
export const endpointRoutes = (endpoints: readonly Endpoint[], platform: EndpointPlatform): Router => {
  const router = Router({ caseSensitive: false });
  const routes = endpoints.flatMap((endpoint) => spellings(endpoint).map((path, index) => ({ endpoint, path, index })));
  const methods = new Map<string, Set<string>>();
  const handlers = new Map(endpoints.map((endpoint) => [endpoint, serve(endpoint, platform)]));

  for (const { endpoint, path } of routes.sort(byPrecedence)) {
    const allowed = methods.get(expressPath(path)) ?? new Set();
    methods.set(expressPath(path), allowed);
    const method = endpoint.method.toUpperCase();
    if (allowed.has(method)) continue; // the declared spelling comes first
    allowed.add(method);
    router[endpoint.method](expressPath(path), handlers.get(endpoint)!);
  }

  for (const [path, allowed] of methods)
    router.all(path, (request, response) => {
      const list = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
      if (request.method === 'OPTIONS') return void response.set('Allow', list).status(204).end();
      throw new RequestFault(405, 'methodNotAllowed', `This address does not accept ${request.method}`, {
        headers: { Allow: list },
      });
    });
  return router;
};
