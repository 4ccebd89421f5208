import type { ListingCommand, ListingRejection, ProposalParties } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { CommandContext, Outcome, Request } from './command.ts';
import { derivedId } from './derivedId.ts';
import type { Clock } from './ports/clock.ts';
import type { Repository } from './repository.ts';

type Deps = { repository: Pick<Repository, 'accounts' | 'listings'>; clock: Clock };

type Rejected = ListingRejection | { code: 'emailNotVerified' };
type Written = Result<Outcome<ListingEvent, ListingState>, Rejected>;
type Towards = { listingId: ListingId; proposalId: Id };

/** Proposed prices: facts of their listing, decided with what the accounts of both say at this moment. */
export const priceProposalCommands = ({ repository, clock }: Deps) => {
  const partiesOf = async (buyerId: AccountId, sellerId: AccountId): Promise<ProposalParties> => {
    const buyer = (await repository.accounts.load(buyerId)).state;
    const seller = (await repository.accounts.load(sellerId)).state;
    return {
      buyer: { active: buyer.status === 'active', hasBlocked: buyer.blocked.includes(sellerId) },
      seller: {
        active: seller.status === 'active',
        feeAccepted: seller.feeAccepted,
        hasBlocked: seller.blocked.includes(buyerId),
      },
    };
  };

  /** `request` is made with the accounts of the listing's seller and of the proposal's buyer; where there is no proposal, of who asks. */
  const answer = async (
    { listingId, proposalId }: Towards,
    request: (parties: ProposalParties) => Request<ListingCommand>,
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

    /** `price`: in cents, as it was shown to whoever accepts. */
    accept: (towards: Towards, price: Cents, context: CommandContext) =>
      answer(
        towards,
        (parties) => ({ type: 'AcceptProposal', proposalId: towards.proposalId, price, ...parties }),
        context,
      ),

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
