import { mayTrade } from '#domain/accounts/accountStatus.ts';
import type { ListingRejection, ShippingTerms } from '#domain/listings/commands.ts';
import { listing } from '#domain/listings/listing.ts';
import { shippingFor } from '#domain/listings/priceOffers.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { ratesTaken, type ZoneRates } from '#domain/transactions/shipping.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { part } from '../accounts/accountDeps.ts';
import { NotReadByAll } from '../ports/eventCodec.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import { quoteAgreed, quoteOf, shippingNow } from './quote.ts';
import type { PurchaseRejection, TransactionDeps } from './transactionDeps.ts';
import { beginPurchase, dropPurchase } from './unpaid.ts';

export type Purchase = {
  listing: ListingId;
  seller: AccountId;
  /** Euros, as shown to the buyer. */
  amount: number;
};

/**
 * Counts the purchase, then reserves the listing: of two concurrent buyers, the stream's revision lets exactly one
 * through. A crash in between leaves a reservation without a transaction, which a policy releases after the
 * payment window.
 */
export const buy = async (
  purchase: Purchase,
  context: CommandContext,
  deps: TransactionDeps,
): Promise<Result<{ id: TransactionId; sale: Transaction; position: Position | undefined }, PurchaseRejection>> => {
  const { repository, clock } = deps;
  const { accounts, unpaidPurchases: buyers, listings, transactions } = repository;
  const at = clock.now();
  const by = context.actor;
  // in parallel, to save round trips; the seller is the one shown to the buyer
  const [offered, { state: buyer }, { state: shown }, unpaid] = await Promise.all([
    listings.load(purchase.listing),
    accounts.load(by.id),
    accounts.load(purchase.seller),
    buyers.load(by.id),
  ]);
  if (offered.state.status === 'none') return reject({ code: 'listingNotFound' });
  if (buyer.status === 'unverified') return reject({ code: 'emailNotVerified' });
  if (!mayTrade(buyer)) return reject({ code: 'accountNotActive' });
  const { sellerId: owner } = offered.state;
  const seller = purchase.seller === owner ? shown : (await accounts.load(owner)).state;

  // derived from the command, so that two concurrent copies cannot reserve for two transactions
  const newTransaction = derivedId(`sale.${purchase.listing}`, context);
  const until = at + CURRENT_TERMS.paymentWindow;
  const request = {
    type: 'ReserveListing',
    at,
    by,
    transactionId: newTransaction,
    buyerId: by.id,
    until,
    price: exactCents(purchase.amount),
    seller: { id: purchase.seller, feeAccepted: seller.feeAccepted, active: mayTrade(seller) },
  } as const;
  const reserve = part(context, 'reserve');
  const before = await listings.repeated(offered, reserve);
  const trial = before ? ok([]) : listing.decide(request, offered.state);
  const promised = shippingFor(offered.state, by.id, at) ?? shippingNow(seller, offered.state.rates);
  if (!trial.ok) return reject(withQuote(trial.error, promised, buyer.country));

  const begun = await beginPurchase(
    { transactionId: newTransaction, listingId: purchase.listing, until },
    unpaid,
    context,
    deps,
  );
  if (!begun.ok) return begun;
  if (!begun.value.open && !before) return reject({ code: 'listingNotAvailable' });
  const reserved = await listings.decide(offered, request, reserve);
  if (!reserved.ok) {
    await dropPurchase(newTransaction, context, deps);
    return reject(withQuote(reserved.error, promised, buyer.country));
  }

  // a retry finds the earlier reservation
  const [reservation] = reserved.value.events;
  const id = reservation?.type === 'ListingReserved' ? reservation.data.transactionId : newTransaction;
  const { offer, images, sellerId, country, rates, reservation: standing } = reserved.value.state;
  const isNew = reservation !== undefined && !reserved.value.repeated;
  const transaction = isNew ? transactions.unwritten(id) : await transactions.load(id);
  if (standing?.transactionId !== id && transaction.revision === 'none') return reject({ code: 'listingNotAvailable' });
  const mine = standing?.transactionId === id ? standing : undefined;
  const shipping = mine?.shipping ?? {
    rates: ratesTaken(seller.rates, rates),
    sellerCountry: seller.country || country,
  };
  const begin = (kept?: ZoneRates) =>
    transactions.decide(
      transaction,
      {
        type: 'CreateTransaction',
        at,
        by,
        id,
        listingId: purchase.listing,
        buyerId: by.id,
        sellerId,
        item: { title: offer.title, images: [...images] },
        amount: mine?.price ?? offer.price,
        sellerCountry: shipping.sellerCountry,
        rates: kept,
      },
      part(context, 'create'),
    );
  const created = await begin(shipping.rates).catch((error) => {
    if (!(error instanceof NotReadByAll)) throw error;
    // while a release without stored rates still runs; the payment then uses the seller's current rates
    return begin();
  });
  if (created.ok) return ok({ id, sale: created.value.state, position: created.value.position });
  const release = { type: 'ReleaseReservation', transactionId: id } as const;
  await listings.send(purchase.listing, release, part(context, 'release'));
  await dropPurchase(id, context, deps);
  return created;
};

/** −1, which is no valid price, unless it is a whole number of cents. */
const exactCents = (euros: number): number => {
  const cents = Math.round(euros * 100);
  return Number.isSafeInteger(cents) && cents >= 0 && toEuros(cents) === euros ? cents : -1;
};

/** Adds the current total for this buyer to a changed price, delivered to the account's country. */
const withQuote = (refusal: ListingRejection, promised: ShippingTerms, buyerCountry: string): PurchaseRejection => {
  if (refusal.code !== 'priceChanged') return refusal;
  const shipping = quoteAgreed(promised, buyerCountry);
  if (!shipping.ok) return refusal;
  const { price } = refusal;
  return { ...refusal, quote: quoteOf({ amount: price, fee: platformFee(price, CURRENT_TERMS) }, shipping.value.cost) };
};
