/**
 * Documented parameters per call that the marketplace may use; others get Stripe's error for unknown parameters. `*`:
 * any metadata key, `[]`: any list index.
 */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/checkout/sessions': [
    'mode',
    'client_reference_id',
    'success_url',
    'cancel_url',
    'expires_at',
    'metadata[*]',
    'customer_email',
    'locale',
    'line_items[][quantity]',
    'line_items[][price_data][currency]',
    'line_items[][price_data][unit_amount]',
    'line_items[][price_data][product_data][name]',
    'line_items[][price_data][product_data][images][]',
    'payment_intent_data[transfer_group]',
    'payment_intent_data[metadata][*]',
    'payment_intent_data[description]',
    'payment_method_options[card][request_three_d_secure]',
    'adaptive_pricing[enabled]',
    'ui_mode',
  ],
  'GET /v1/checkout/sessions': ['created[gte]', 'limit', 'starting_after', 'status', 'payment_intent'],
  'GET /v1/checkout/sessions/:id': ['expand[]'],
  'POST /v1/checkout/sessions/:id/expire': [],
  'GET /v1/payment_intents/:id': [],
  'GET /v1/payment_intents': ['created[gte]', 'limit', 'starting_after'],
  'POST /v1/refunds': ['payment_intent', 'charge', 'amount', 'reason', 'metadata[*]'],
  'GET /v1/refunds': ['payment_intent', 'charge', 'limit', 'starting_after', 'created[gte]'],
  'GET /v1/refunds/:id': [],
  'POST /v1/accounts': [
    'country',
    'email',
    'business_type',
    'metadata[*]',
    'capabilities[transfers][requested]',
    'controller[fees][payer]',
    'controller[losses][payments]',
    'controller[requirement_collection]',
    'controller[stripe_dashboard][type]',
    'settings[payouts][schedule][interval]',
    'external_account[object]',
    'external_account[country]',
    'external_account[currency]',
    'external_account[account_number]',
    'external_account[account_holder_name]',
    'external_account[account_holder_type]',
  ],
  'GET /v1/account': [],
  'GET /v1/accounts': ['created[gte]', 'limit', 'starting_after'],
  'GET /v1/accounts/:id': [],
  'POST /v1/account_links': ['account', 'type', 'return_url', 'refresh_url', 'collection_options[fields]'],
  'POST /v1/transfers': ['amount', 'currency', 'destination', 'transfer_group', 'source_transaction', 'metadata[*]'],
  'GET /v1/transfers': ['transfer_group', 'destination', 'limit', 'starting_after', 'created[gte]'],
  'GET /v1/transfers/:id': [],
  'POST /v1/transfers/:id/reversals': ['amount', 'metadata[*]'],
  'POST /v1/payouts': ['amount', 'currency', 'method', 'destination', 'statement_descriptor', 'metadata[*]'],
  'GET /v1/payouts': ['created[gte]', 'limit', 'starting_after', 'status'],
  'GET /v1/payouts/:id': [],
  'GET /v1/balance_transactions': ['created[gte]', 'limit', 'starting_after', 'type', 'currency'],
  'GET /v1/disputes/:id': ['expand[]'],
  'GET /v1/disputes': ['payment_intent', 'limit', 'starting_after', 'created[gte]'],
};

const shape = (name: string): string => name.replaceAll(/\[\d+\]/g, '[]').replace(/(metadata\]?)\[[^\]]+\]$/, '$1[*]');

/** The first unknown parameter of the call. */
export const unknownParameter = (call: string, names: Iterable<string>): string | undefined =>
  [...names].find((name) => !PARAMETERS[call]?.includes(shape(name)));
