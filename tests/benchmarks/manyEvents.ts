import type { Knex } from 'knex';

/** How many of the events are of a kind, in thousandths, and the words and amounts of its rows. */
type Kind = [type: string, category: string, share: number, role: string, details: string, amount: boolean];

const KINDS: readonly Kind[] = [
  ['TransactionCreated', 'transaction', 45, 'buyer', 'amount fee seller country window ends at', true],
  ['ShippingSet', 'transaction', 45, 'buyer', 'total shipping cost zone domestic', true],
  ['CheckoutOpened', 'transaction', 45, 'buyer', 'attempt 1 session id', false],
  ['PaymentCaptured', 'transaction', 40, 'provider', 'captured session id paid at ship by', true],
  ['ShipmentConfirmed', 'transaction', 38, 'seller', 'carrier postnl protection ends at', false],
  ['DeliveryConfirmed', 'transaction', 30, 'buyer', '', false],
  ['EscrowReleased', 'transaction', 34, 'system', 'payable fee', true],
  ['PayoutApproved', 'transaction', 34, 'system', 'amount', true],
  ['PayoutInitiated', 'transaction', 34, 'system', 'amount attempt 1', true],
  ['PayoutCompleted', 'transaction', 33, 'provider', 'amount', true],
  ['TransactionExpired', 'transaction', 5, 'system', '', false],
  ['DisputeOpened', 'transaction', 4, 'buyer', 'claim category damaged answer by', true],
  ['DisputeContested', 'transaction', 2, 'seller', 'decide by', false],
  ['DisputeDecided', 'transaction', 2, 'staff', 'to buyer to seller fee', true],
  ['RefundRequested', 'transaction', 6, 'system', 'amount reason', true],
  ['RefundCompleted', 'transaction', 6, 'provider', 'amount', true],
  ['ChargebackOpened', 'transaction', 1, 'provider', 'amount due by reason fraudulent', true],
  ['ListingPublished', 'listing', 60, 'member', 'price franchise warhammer condition new', true],
  ['ListingReserved', 'listing', 45, 'system', '', false],
  ['ListingSold', 'listing', 40, 'system', '', false],
  ['ListingPriceReduced', 'listing', 10, 'member', 'price', true],
  ['PurchaseBegun', 'buyer', 45, 'member', '', false],
  ['PurchasePaid', 'buyer', 40, 'system', '', false],
  ['AccountRegistered', 'account', 20, 'member', 'country spain', false],
  ['EmailVerified', 'account', 18, 'member', '', false],
  ['ProfileUpdated', 'account', 20, 'member', 'country belgium', false],
  ['NameClaimed', 'username', 20, 'member', '', false],
  ['MessageSent', 'conversation', 90, 'buyer', '', false],
  ['ConversationRead', 'conversation', 60, 'seller', '', false],
  ['NotificationRead', 'inbox', 40, 'member', '', false],
  ['ListingWatched', 'watching', 25, 'member', '', false],
  ['SignInSucceeded', 'security', 70, 'system', 'way credentials second factor false times 1', false],
  ['PersonalDataOpened', 'disclosure', 8, 'staff', 'purpose case role staff', false],
  ['CaseAssigned', 'case', 3, 'staff', '', false],
  ['NoteWritten', 'case', 2, 'staff', '', false],
  ['ReviewWritten', 'review', 10, 'buyer', 'stars 5', false],
];

/** Words with one letter changed per event, so that a million rows have as many words as real ones. */
const FILL = `
  INSERT INTO read_events.events (position, event_id, stream, category, revision, type, at, recorded_at, actor_role, actor_id, command_id,
    correlation_id, causation_id, amount, to_seller, fee, currency, details, words)
  SELECT lpad(n::text, 20, '0'), md5('event' || n), k.category || '-' || md5(k.category || subject), k.category, n % 20, k.type,
         at, at + 12, k.role,
         CASE WHEN k.role IN ('system', 'provider') THEN k.role
              WHEN k.role = 'staff' THEN md5('staff' || n % 12) ELSE md5('account' || (n * 7919) % 50000) END,
         md5('command' || n / 2), md5('correlation' || n / 4), md5('event' || n - 1),
         cents, CASE WHEN k.details LIKE '%fee' THEN cents END, CASE WHEN k.details LIKE '%fee' THEN cents / 20 END,
         CASE WHEN cents IS NULL THEN NULL ELSE 'EUR' END,
         left(k.details || coalesce(' €' || (cents / 100), ''), 150),
         array_to_tsvector(array_remove(ARRAY(SELECT DISTINCT w FROM unnest(
           string_to_array(lower(k.type || ' ' || regexp_replace(k.type, '([a-z])([A-Z])', '\\1 \\2', 'g') || ' ' || k.details), ' ')
           || ARRAY[(cents / 100)::text, (cents % 100)::text, CASE WHEN n % 5 = 0 THEN 'cs' || md5('session' || n) END, '2026',
                    (extract(day FROM to_timestamp(at / 1000)))::int::text, (n % 60)::text, ((n * 31) % 60)::text]) w WHERE w <> ''), NULL))
    FROM generate_series(:from::bigint, :to::bigint) n
    CROSS JOIN LATERAL (SELECT (n * 7919) % 1000 AS draw, :start::bigint + n * :step::bigint AS at) d
    JOIN kinds k ON d.draw >= k.low AND d.draw < k.high
    CROSS JOIN LATERAL (SELECT CASE WHEN k.amount THEN (200 + (power(random(), 4) * 200000))::bigint END AS cents,
      (n / 20) % 60000 AS subject) s`;

const HISTORIES = `
  INSERT INTO read_events.histories (stream, buyer_id, seller_id, closed_to, label, words)
  SELECT 'transaction-' || md5('transaction' || i), buyer, seller, ARRAY[buyer, seller], 'TX' || i || ', Painted knight ' || i,
         array_to_tsvector(ARRAY['tx' || i, 'painted', 'knight', i::text])
    FROM generate_series(0, 49999) i
    CROSS JOIN LATERAL (SELECT md5('account' || i % 5000) AS buyer, md5('account' || (i * 31) % 5000) AS seller) p`;

/** Fills the read model with so many events over two years, the newest at `now`. */
export const writeEvents = async (db: Knex, count: number, now: number): Promise<void> => {
  const total = KINDS.reduce((sum, [, , share]) => sum + share, 0);
  let low = 0;
  await db.raw(
    'CREATE TABLE kinds (type text, category text, role text, details text, amount boolean, low int, high int)',
  );
  for (const [type, category, share, role, details, amount] of KINDS) {
    const high = low + (share * 1_000) / total;
    await db('kinds').insert({ type, category, role, details, amount, low: Math.round(low), high: Math.round(high) });
    low = high;
  }
  const step = Math.floor((730 * 86_400_000) / count);
  const start = now - count * step;
  for (let from = 1; from <= count; from += 50_000)
    await db.raw(FILL, { from, to: Math.min(from + 49_999, count), start, step });
  await db.raw(HISTORIES);
  await db.raw('VACUUM ANALYZE read_events.events');
  await db.raw('VACUUM ANALYZE read_events.histories');
};
