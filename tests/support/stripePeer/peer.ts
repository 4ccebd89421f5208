import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type Json, newId, openBooks } from './books.ts';
import { callsOn, Refusal } from './calls.ts';
import { type Body, bodyOf } from './files.ts';
import { unknownParameter } from './parameters.ts';

const DAY = 24 * 60 * 60;

export const SECRET_KEY = 'sk_test_peer';
export const WEBHOOK_SECRETS = ['whsec_platform', 'whsec_connected'] as const;

/**
 * Faults of the next request: not executed; executed with the answer lost or delayed; failed before execution. The
 * last three start execution, so Stripe stores their error: 500 without effect, 500 with effect, 400 for a missing
 * platform setting.
 */
export type Fault =
  | 'lostRequest'
  | 'lostAnswer'
  | 'keptBack'
  | 'unavailable'
  | 'rateLimited'
  | 'failed'
  | 'failedAfterwards'
  | 'settingMissing';
type StoredFault = Extract<Fault, 'failed' | 'failedAfterwards' | 'settingMissing'>;
const isStored = (fault: Fault | undefined): fault is StoredFault =>
  fault === 'failed' || fault === 'failedAfterwards' || fault === 'settingMissing';

export type Told = { body: Buffer; headers: Record<string, string> };
export type Made = { call: string; sent: Record<string, string>; key: string | undefined; account: string | undefined };

/** `POST /v1/transfers/tr_1/reversals` → call and id. */
const callOf = (method: string, path: string): { call: string; id: string } => {
  const [, , resource = '', ...rest] = path.split('/');
  const nested = resource === 'checkout' ? rest.shift() : undefined;
  const [id = '', action] = rest;
  const parts = ['/v1', resource, nested, id && ':id', action].filter(Boolean);
  return { call: `${method} ${parts.join('/')}`, id };
};

/**
 * The part of Stripe's API that the marketplace uses, for the real SDK: parameters, idempotency keys, paging, events.
 */
export const startStripePeer = async () => {
  const books = openBooks();
  const events: Told[] = [];
  const requests: Made[] = [];
  const answers = new Map<string, { print: string; status: number; body: unknown }>();
  const faults: Fault[] = [];
  const keptBack: (() => void)[] = [];
  /** Plans for the next request of a call. */
  const planned: { call: string; fault?: Fault; refusal?: Refusal; before?: () => void }[] = [];
  const takePlanned = (method: string | undefined, url: string | undefined) => {
    const { call } = callOf(method ?? '', new URL(url ?? '/', 'http://peer').pathname);
    const at = planned.findIndex((each) => each.call === call);
    return at < 0 ? undefined : planned.splice(at, 1)[0];
  };
  let deliverTo: ((told: Told) => Promise<void>) | undefined;

  const tell = (type: string, object: Json, account?: string): void => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: books.seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      data: { object },
      ...(account !== undefined && { account }),
    };
    const payload = JSON.stringify(event);
    const secret = account === undefined ? WEBHOOK_SECRETS[0] : WEBHOOK_SECRETS[1];
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    events.push({ body: Buffer.from(payload), headers: { 'stripe-signature': header } });
  };
  const calls = callsOn(books, tell);

  const answer = (
    request: IncomingMessage,
    body: Body,
    fault?: StoredFault | Refusal,
  ): { status: number; body: unknown; replayed?: boolean } => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer');
    const sent = request.method === 'GET' ? searchParams : body.sent;
    const { call, id } = callOf(request.method ?? '', pathname);
    const key = request.headers['idempotency-key'] as string | undefined;
    const account = request.headers['stripe-account'] as string | undefined;
    requests.push({ call, sent: Object.fromEntries(sent), key, account });
    const refuse = ({ status, body: error }: Refusal) => ({ status, body: { error } });
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return refuse(new Refusal(401, 'invalid_api_key', { type: 'invalid_request_error' }));
    const handle = calls[call];
    if (!handle) return refuse(new Refusal(404, 'url_invalid'));
    const unknown = unknownParameter(call, sent.keys());
    if (unknown !== undefined) return refuse(new Refusal(400, 'parameter_unknown', { param: unknown }));
    const print = createHash('sha256').update(`${call} ${id} ${account} ${sent}`).digest('hex');
    const earlier = key === undefined ? undefined : answers.get(`${account}.${key}`);
    if (earlier && earlier.print !== print)
      return refuse(new Refusal(400, 'idempotency_key_reused', { type: 'idempotency_error' }));
    if (earlier) return { ...earlier, replayed: true };
    const store = (made: { status: number; body: unknown }) => {
      if (key !== undefined && request.method === 'POST') answers.set(`${account}.${key}`, { print, ...made });
      return made;
    };
    try {
      if (fault instanceof Refusal) throw fault;
      if (fault === 'settingMissing') throw new Refusal(400, undefined);
      if (fault === 'failed') throw new Refusal(500, undefined, { type: 'api_error' });
      const made = handle({ id, sent, account, file: body.file });
      if (fault === 'failedAfterwards') throw new Refusal(500, undefined, { type: 'api_error' });
      return store({ status: 200, body: made });
    } catch (error) {
      if (error instanceof Refusal) return store(refuse(error));
      throw error;
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(await buffer(request), request.headers['content-type']);
    const { fault = faults.shift(), refusal, before } = takePlanned(request.method, request.url) ?? {};
    before?.();
    if (fault === 'lostRequest') return void request.socket.destroy();
    if (fault === 'unavailable' || fault === 'rateLimited') {
      const [status, code] = fault === 'unavailable' ? [503, 'api_error'] : [429, 'rate_limit'];
      const error = { type: fault === 'unavailable' ? 'api_error' : 'rate_limit_error', code, message: code };
      return void response
        .writeHead(Number(status), { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error }));
    }
    const { status, body: said, replayed } = answer(request, body, refusal ?? (isStored(fault) ? fault : undefined));
    if (fault === 'lostAnswer') return void request.socket.destroy();
    if (fault === 'keptBack') await new Promise<void>((resolve) => keptBack.push(resolve));
    response
      .writeHead(status, {
        'Content-Type': 'application/json',
        'Request-Id': newId('req'),
        ...(replayed && { 'Idempotent-Replayed': 'true' }),
      })
      .end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  const need = (id: string): Json => {
    const found = books.find(id);
    if (!found) throw new Error(`the peer knows no ${id}`);
    return found;
  };
  const change = (id: string, changes: Record<string, unknown>): Json => books.put({ ...need(id), ...changes });

  return {
    apiBase: `http://127.0.0.1:${port}`,
    requests,
    made: (call: string) => requests.filter((request) => request.call === call),
    /** One per next request. The SDK itself retries twice. */
    next: (...more: Fault[]) => void faults.push(...more),
    /** For the next request of one call, such as `POST /v1/refunds`. */
    nextOf: (call: string, fault: Fault) => void planned.push({ call, fault }),
    refuse: (call: string, code: string | undefined, param?: string) =>
      void planned.push({ call, refusal: new Refusal(400, code, param === undefined ? {} : { param }) }),
    beforeNext: (call: string, before: () => void) => void planned.push({ call, before }),
    /** Sends delayed answers. */
    release: () => {
      for (const send of keptBack.splice(0)) send();
    },
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: () => answers.clear(),
    find: need,
    of: books.of,
    /** Adds an existing object. */
    put: books.put,
    /** Undelivered events, oldest first. */
    events: () => events.splice(0),
    deliver: (to: (told: Told) => Promise<void>) => {
      deliverTo = to;
    },
    /** Delivers pending events; returns how many. */
    flush: async (): Promise<number> => {
      const waiting = deliverTo ? events.splice(0) : [];
      for (const told of waiting) await deliverTo?.(told);
      return waiting.length;
    },

    /** The operator's own money: fees and lost disputes can exceed income. */
    topUp: (amount: number): void => void books.move('topup', amount, newId('tu')),

    /** The payer acts on the hosted page. */
    pay: (sessionId: string, outcome: 'paid' | 'processing' = 'paid', captured?: number): string => {
      const session = need(sessionId);
      const amount = captured ?? Number(session.amount_total);
      const { metadata, transfer_group } = session.intended as Json & { metadata: object; transfer_group: string };
      const paid = outcome === 'paid';
      const intent = books.put({
        id: newId('pi'),
        object: 'payment_intent',
        amount,
        currency: 'eur',
        metadata,
        transfer_group,
        amount_received: paid ? amount : 0,
        status: paid ? 'succeeded' : 'processing',
        created: books.seconds(),
      });
      if (paid) books.move('charge', amount, intent.id, Math.round(amount * 0.015) + 25);
      const completed = change(sessionId, {
        status: 'complete',
        payment_status: paid ? 'paid' : 'unpaid',
        payment_intent: intent.id,
        amount_total: amount,
      });
      tell('checkout.session.completed', completed);
      return intent.id;
    },
    /** Ends a bank transfer. */
    settle: (sessionId: string, outcome: 'paid' | 'failed'): void => {
      const session = need(sessionId);
      const intent = String(session.payment_intent);
      const paid = outcome === 'paid';
      change(intent, {
        status: paid ? 'succeeded' : 'requires_payment_method',
        amount_received: paid ? session.amount_total : 0,
      });
      if (paid) books.move('payment', Number(session.amount_total), intent, 35);
      const ended = change(sessionId, paid ? { payment_status: 'paid' } : {});
      tell(`checkout.session.async_payment_${paid ? 'succeeded' : 'failed'}`, ended);
    },
    endRefund: (id: string, status: 'succeeded' | 'failed'): void => {
      const refund = change(id, { status, failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null });
      if (status === 'failed') books.move('refund_failure', Number(refund.amount), id);
      tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    endPayout: (id: string, status: 'paid' | 'failed', failure_code: string | null = null): void => {
      const payout = change(id, { status, failure_code });
      tell(`payout.${status}`, payout, String(payout.account));
    },
    /** Completes identity verification. */
    approve: (accountId: string): void => {
      change(accountId, {
        payouts_enabled: true,
        capabilities: { transfers: 'active' },
        requirements: { currently_due: [], disabled_reason: null },
      });
    },
    change,
    dispute: (intent: string, amount: number, status = 'needs_response'): string => {
      const withdrawn = status.startsWith('warning_') ? [] : [books.move('adjustment', -amount, intent, 20_00)];
      const dispute = books.put({
        id: newId('dp'),
        object: 'dispute',
        amount,
        currency: 'eur',
        payment_intent: intent,
        status,
        balance_transactions: withdrawn,
        created: books.seconds(),
        metadata: {},
        reason: 'product_not_received',
        evidence: {},
        evidence_details: {
          due_by: books.seconds() + 7 * DAY,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
      });
      tell('charge.dispute.created', dispute);
      if (withdrawn.length > 0) tell('charge.dispute.funds_withdrawn', dispute);
      return dispute.id;
    },
    /** Changes the status, possibly with money movements; banks may change their mind. */
    closeDispute: (id: string, status: string, reinstated?: number): void => {
      const before = need(id);
      const amount = Number(before.amount);
      const moved = (before.balance_transactions as { amount: number }[]).reduce((sum, each) => sum + each.amount, 0);
      const back = reinstated ?? (status === 'won' ? -moved : 0);
      const out = status === 'lost' && moved >= 0 ? amount : 0;
      const movement = back - out === 0 ? [] : [books.move('adjustment', back - out, id)];
      const dispute = change(id, {
        status,
        balance_transactions: [...(before.balance_transactions as object[]), ...movement],
      });
      tell(status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
      if (back > 0) tell('charge.dispute.funds_reinstated', dispute);
      if (out > 0) tell('charge.dispute.funds_withdrawn', dispute);
    },
    tell,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>;
