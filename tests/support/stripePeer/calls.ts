import { type Books, type Json, metadataIn, newId, type Sent } from './books.ts';
import { typeOf, type UploadedFile } from './files.ts';

/** An error answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; param?: string; message: string };
  constructor(status: number, code: string | undefined, details: { type?: string; param?: string } = {}) {
    super(code ?? 'no code');
    this.status = status;
    const { type = 'invalid_request_error', param } = details;
    const message = `refused: ${code ?? 'no code'}`;
    this.body = { type, message, ...(code !== undefined && { code }), ...(param !== undefined && { param }) };
  }
}

export type Call = { id: string; sent: Sent; account: string | undefined; file?: UploadedFile | undefined };
type Answer = (call: Call) => Json | { object: 'list' };

/** The account of the key. */
export const PLATFORM = 'acct_platform';

const MINUTE = 60;
const MEGABYTE = 1024 * 1024;
/** For a file with the purpose `dispute_evidence`. */
const LARGEST_EVIDENCE = 5 * MEGABYTE;
/** Fields of evidence that hold the id of a file. */
const FILE_FIELDS = ['receipt', 'shipping_documentation', 'customer_communication', 'uncategorized_file'];

/** The API calls that the marketplace uses. */
export const callsOn = (
  books: Books,
  told: (type: string, object: Json, account?: string) => void,
): Record<string, Answer> => {
  const need = (id: string): Json => {
    const found = books.find(id);
    if (!found) throw new Refusal(404, 'resource_missing', { param: 'id' });
    return found;
  };
  const listOf = (object: string, { sent }: Call, matches: (found: Json) => boolean) => {
    const since = Number(sent.get('created[gte]') ?? 0);
    const all = books.of(object, (found) => Number(found.created) >= since && matches(found));
    const after = sent.get('starting_after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const limit = Number(sent.get('limit') ?? 10);
    return {
      object: 'list' as const,
      url: `/v1/${object}s`,
      has_more: all.length > from + limit,
      data: all.slice(from, from + limit),
    };
  };
  const isAsked = ({ sent }: Call, name: string, value: unknown): boolean =>
    !sent.has(name) || sent.get(name) === value;
  const refunded = (intent: string): number =>
    books
      .of('refund', (refund) => refund.payment_intent === intent && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + Number(amount), 0);

  return {
    'POST /v1/checkout/sessions': ({ sent }) => {
      const expires = Number(sent.get('expires_at'));
      const now = books.seconds();
      if (!(expires >= now + 30 * MINUTE && expires <= now + 24 * 60 * MINUTE))
        throw new Refusal(400, 'invalid_expires_at', { param: 'expires_at' });
      if (sent.get('line_items[0][price_data][currency]') !== 'eur') throw new Refusal(400, 'currency_invalid');
      const id = newId('cs_test');
      return books.put({
        id,
        object: 'checkout.session',
        mode: 'payment',
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
        amount_total: Number(sent.get('line_items[0][price_data][unit_amount]')),
        currency: 'eur',
        expires_at: expires,
        client_reference_id: sent.get('client_reference_id'),
        metadata: metadataIn(sent),
        created: now,
        url: `https://checkout.stripe.test/c/pay/${id}`,
        intended: {
          metadata: metadataIn(sent, 'payment_intent_data[metadata]'),
          transfer_group: sent.get('payment_intent_data[transfer_group]'),
        },
      });
    },
    'GET /v1/checkout/sessions': (call) =>
      listOf('checkout.session', call, ({ status }) => isAsked(call, 'status', status)),
    'GET /v1/checkout/sessions/:id': ({ id, sent }) => {
      const session = need(id);
      const expanded = sent.get('expand[0]') === 'payment_intent' && session.payment_intent;
      return expanded ? { ...session, payment_intent: need(String(session.payment_intent)) } : session;
    },
    'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
      const session = need(id);
      if (session.status !== 'open') throw new Refusal(400, 'checkout_session_not_open');
      const expired = books.put({ ...session, status: 'expired', url: null });
      told('checkout.session.expired', expired);
      return expired;
    },
    'GET /v1/payment_intents/:id': ({ id }) => need(id),
    'GET /v1/payment_intents': (call) => listOf('payment_intent', call, () => true),

    'POST /v1/refunds': ({ sent }) => {
      const intent = need(sent.get('payment_intent') ?? '');
      const amount = Number(sent.get('amount'));
      if (refunded(intent.id) + amount > Number(intent.amount_received))
        throw new Refusal(400, 'charge_already_refunded');
      const refund = books.put({
        id: newId('re'),
        object: 'refund',
        amount,
        currency: 'eur',
        payment_intent: intent.id,
        status: 'pending',
        metadata: metadataIn(sent),
        created: books.seconds(),
        failure_reason: null,
      });
      books.move('refund', -amount, refund.id);
      told('refund.created', refund);
      return refund;
    },
    'GET /v1/refunds': (call) =>
      listOf('refund', call, ({ payment_intent: intent }) => isAsked(call, 'payment_intent', intent)),
    'GET /v1/refunds/:id': ({ id }) => need(id),

    'POST /v1/accounts': ({ sent }) => {
      const iban = sent.get('external_account[account_number]') ?? '';
      if (iban.endsWith('0000'))
        throw new Refusal(400, 'invalid_account_number', { param: 'external_account[account_number]' });
      const id = newId('acct');
      return books.put({
        id,
        object: 'account',
        metadata: metadataIn(sent),
        country: sent.get('country'),
        payouts_enabled: false,
        created: books.seconds(),
        capabilities: { transfers: 'pending' },
        requirements: { currently_due: ['individual.dob.day'], disabled_reason: null },
        external_accounts: {
          object: 'list',
          data: [{ id: newId('ba'), object: 'bank_account', last4: iban.slice(-4), status: 'new' }],
        },
      });
    },
    'GET /v1/account': () => ({ id: PLATFORM, object: 'account' }),
    'GET /v1/accounts': (call) => listOf('account', call, () => true),
    'GET /v1/accounts/:id': ({ id }) => need(id),
    'POST /v1/account_links': ({ sent }) => ({
      id: newId('link'),
      object: 'account_link',
      created: books.seconds(),
      expires_at: books.seconds() + 5 * MINUTE,
      url: `https://connect.stripe.test/setup/${need(sent.get('account') ?? '').id}`,
    }),

    'POST /v1/transfers': ({ sent }) => {
      const destination = need(sent.get('destination') ?? '');
      if ((destination.capabilities as { transfers: string }).transfers !== 'active')
        throw new Refusal(400, 'insufficient_capabilities_for_transfer');
      const amount = Number(sent.get('amount'));
      const held = books.of('balance_transaction').reduce((sum, { net }) => sum + Number(net), 0);
      if (held < amount) throw new Refusal(400, 'balance_insufficient');
      const transfer = books.put({
        id: newId('tr'),
        object: 'transfer',
        amount,
        currency: 'eur',
        destination: destination.id,
        reversed: false,
        transfer_group: sent.get('transfer_group'),
        metadata: metadataIn(sent),
        created: books.seconds(),
        amount_reversed: 0,
      });
      books.move('transfer', -amount, transfer.id);
      return transfer;
    },
    'GET /v1/transfers': (call) =>
      listOf('transfer', call, ({ transfer_group: group }) => isAsked(call, 'transfer_group', group)),
    'GET /v1/transfers/:id': ({ id }) => need(id),
    'POST /v1/transfers/:id/reversals': ({ id, sent }) => {
      const transfer = need(id);
      if (transfer.reversed) throw new Refusal(400, 'transfer_already_reversed');
      books.put({ ...transfer, reversed: true, amount_reversed: transfer.amount });
      books.move('transfer_refund', Number(sent.get('amount')), id);
      return { id: newId('trr'), object: 'transfer_reversal', amount: Number(sent.get('amount')), transfer: id };
    },

    'POST /v1/payouts': ({ sent, account }) => {
      const amount = Number(sent.get('amount'));
      const moved = books
        .of('transfer', ({ destination, reversed }) => destination === account && !reversed)
        .reduce((sum, transfer) => sum + Number(transfer.amount), 0);
      const sentOn = books
        .of('payout', (payout) => payout.account === account && payout.status !== 'failed')
        .reduce((sum, payout) => sum + Number(payout.amount), 0);
      if (account === undefined || moved - sentOn < amount) throw new Refusal(400, 'balance_insufficient');
      return books.put({
        id: newId('po'),
        object: 'payout',
        amount,
        currency: 'eur',
        status: 'pending',
        account,
        failure_code: null,
        metadata: metadataIn(sent),
        created: books.seconds(),
      });
    },
    'GET /v1/payouts': (call) => listOf('payout', call, ({ account }) => account === call.account),
    'GET /v1/payouts/:id': ({ id }) => need(id),

    'GET /v1/balance_transactions': (call) => listOf('balance_transaction', call, () => true),
    'POST /v1/files': ({ sent, file }) => {
      if (sent.get('purpose') !== 'dispute_evidence') throw new Refusal(400, undefined, { param: 'purpose' });
      const type = file && typeOf(file);
      if (!type) throw new Refusal(400, undefined, { param: 'file' });
      if (file.content.length > LARGEST_EVIDENCE) throw new Refusal(400, undefined, { param: 'file' });
      return books.put({
        id: newId('file'),
        object: 'file',
        purpose: 'dispute_evidence',
        filename: file.name,
        size: file.content.length,
        type,
        created: books.seconds(),
        expires_at: books.seconds() + 9 * 30 * 24 * 60 * MINUTE,
        title: null,
        url: null,
      });
    },
    'GET /v1/files': (call) => listOf('file', call, ({ purpose }) => isAsked(call, 'purpose', purpose)),
    'GET /v1/disputes/:id': ({ id }) => need(id),
    'POST /v1/disputes/:id': ({ id, sent }) => {
      const dispute = need(id);
      const details = dispute.evidence_details as { due_by: number; submission_count: number };
      const evidence = { ...(dispute.evidence as object), ...metadataIn(sent, 'evidence') };
      const long = Object.entries(evidence).find(([, text]) => String(text).length > 20_000);
      if (long) throw new Refusal(400, undefined, { param: `evidence[${long[0]}]` });
      const files = Object.entries(evidence).filter(([field]) => FILE_FIELDS.includes(field));
      const unknown = files.find(([, file]) => books.find(String(file))?.purpose !== 'dispute_evidence');
      if (unknown) throw new Refusal(400, 'resource_missing', { param: `evidence[${unknown[0]}]` });
      const bytes = files.reduce((sum, [, file]) => sum + Number(need(String(file)).size), 0);
      if (bytes > LARGEST_EVIDENCE) throw new Refusal(400, undefined, { param: 'evidence' });
      const isOver = details.submission_count > 0 || !String(dispute.status).endsWith('needs_response');
      // Stripe documents no code for these
      if (isOver || books.seconds() > details.due_by) throw new Refusal(400, undefined);
      const metadata = { ...(dispute.metadata as object), ...metadataIn(sent) };
      const staged = { ...dispute, evidence, metadata, evidence_details: { ...details, has_evidence: true } };
      if (sent.get('submit') === 'false') return books.put(staged);
      const submitted = { ...staged.evidence_details, submission_count: 1 };
      const sentOn = books.put({ ...staged, status: 'under_review', evidence_details: submitted });
      told('charge.dispute.updated', sentOn);
      return sentOn;
    },
    'GET /v1/disputes': (call) => listOf('dispute', call, () => true),
  };
};
