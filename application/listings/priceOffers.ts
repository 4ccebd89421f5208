import { mayTrade } from '#domain/accounts/accountStatus.ts';
import type { ListingCommand, ListingRejection, PriceOfferParties } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { KEPT_FOR_BUYER } from '#domain/listings/limits.ts';
import { listing } from '#domain/listings/listing.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandContext, Outcome, Request } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { Repository } from '../streams/repository.ts';
import { shippingNow } from '../transactions/quote.ts';
import { beginAgreement, dropAgreement, type UnpaidRefusal } from '../transactions/unpaid.ts';

type Deps = { repository: Pick<Repository, 'accounts' | 'listings' | 'unpaidPurchases' | 'saleFacts'>; clock: Clock };

/** `buyerCannotBuy`: the seller does not learn why. */
type Rejected = ListingRejection | UnpaidRefusal | { code: 'emailNotVerified' } | { code: 'buyerCannotBuy' };
type Written = Result<Outcome<ListingEvent, ListingState>, Rejected>;
type Towards = { listingId: ListingId; proposalId: Id };

/** Price offers are events of their listing, decided with the current state of both accounts. */
export const priceOfferCommands = ({ repository, clock }: Deps) => {
  const partiesOf = async (buyerId: AccountId, sellerId: AccountId): Promise<PriceOfferParties> => {
    const buyer = (await repository.accounts.load(buyerId)).state;
    const seller = (await repository.accounts.load(sellerId)).state;
    return {
      buyer: { active: mayTrade(buyer), hasBlocked: buyer.blocked.includes(sellerId) },
      seller: {
        active: mayTrade(seller),
        feeAccepted: seller.feeAccepted,
        hasBlocked: seller.blocked.includes(buyerId),
      },
    };
  };

  /**
   * Builds the command with the accounts of the seller and of the offer's buyer; for a new offer, the caller is
   * the buyer.
   */
  const answer = async (
    { listingId, proposalId }: Towards,
    request: (parties: PriceOfferParties) => Request<ListingCommand>,
    context: CommandContext,
  ): Promise<Written> => {
    const loaded = await repository.listings.load(listingId);
    const { status, sellerId, proposals } = loaded.state;
    if (status === 'none') return reject({ code: 'listingNotFound' });
    const buyerId = proposals.find(({ id }) => id === proposalId)?.buyerId ?? context.actor.id;
    const command = { ...request(await partiesOf(buyerId, sellerId)), at: clock.now(), by: context.actor };
    return repository.listings.decide(loaded, command as ListingCommand, context);
  };

  return {
    propose: async (
      listingId: ListingId,
      price: Cents,
      context: CommandContext,
    ): Promise<Result<{ id: Id; position: string | undefined }, Rejected>> => {
      const id = derivedId(`proposal.${listingId}`, context);
      const by = (await repository.accounts.load(context.actor.id)).state;
      if (by.status === 'unverified') return reject({ code: 'emailNotVerified' });
      const written = await answer(
        { listingId, proposalId: id },
        (parties) => ({ type: 'ProposePrice', proposalId: id, price, ...parties }),
        context,
      );
      return written.ok ? ok({ id, position: written.value.position }) : written;
    },

    /**
     * `price`: cents, as shown to the person who accepts. The agreement is counted first, like a purchase, so that
     * the buyer's stream limits concurrent acceptances.
     */
    accept: async ({ listingId, proposalId }: Towards, price: Cents, context: CommandContext): Promise<Written> => {
      const loaded = await repository.listings.load(listingId);
      const { status, sellerId, proposals, rates } = loaded.state;
      if (status === 'none') return reject({ code: 'listingNotFound' });
      const buyerId = proposals.find(({ id }) => id === proposalId)?.buyerId ?? context.actor.id;
      const at = clock.now();
      const shipping = shippingNow((await repository.accounts.load(sellerId)).state, rates);
      const parties = await partiesOf(buyerId, sellerId);
      const command = {
        type: 'AcceptProposal',
        at,
        by: context.actor,
        proposalId,
        price,
        shipping,
        ...parties,
      } as const;
      const trial = listing.decide(command, loaded.state);
      if (!trial.ok || trial.value.length === 0) return repository.listings.decide(loaded, command, context);
      const counted = await beginAgreement({ proposalId, listingId, until: at + KEPT_FOR_BUYER }, buyerId, context, {
        repository,
        clock,
      });
      if (!counted.ok) return context.actor.id === buyerId ? counted : reject({ code: 'buyerCannotBuy' });
      const accepted = await repository.listings.decide(loaded, command, context);
      if (!accepted.ok) await dropAgreement(proposalId, buyerId, context, { repository });
      return accepted;
    },

    counter: (towards: Towards, price: Cents, context: CommandContext) =>
      answer(
        towards,
        (parties) => ({ type: 'CounterProposal', proposalId: towards.proposalId, price, ...parties }),
        context,
      ),

    refuse: ({ listingId, proposalId }: Towards, context: CommandContext) =>
      repository.listings.send(listingId, { type: 'RefuseProposal', proposalId }, context),

    withdraw: ({ listingId, proposalId }: Towards, context: CommandContext) =>
      repository.listings.send(listingId, { type: 'WithdrawProposal', proposalId }, context),
  };
};
