import type { ListingEvent, PriceOfferEnd, PriceOfferStage } from '#domain/listings/events.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AgreementEnd } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { type Commands, causedBy } from '../../shared/policyCommands.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import { idIn } from '../../streams/transactionSummary.ts';

type Deps = { commands: Pick<Commands, 'toListing' | 'toUnpaidPurchases'>; schedule: Schedule };

/** Each open price offer is stored once per party, so that it ends when either leaves. */
const FOR_BUYER = 'proposal';
const FOR_SELLER = 'proposalToSeller';

type Waiting = Exclude<Extract<ListingEvent, { type: `PriceProp${string}` }>, { type: 'PriceProposalEnded' }>;

const tasksOf = (listing: string, { data }: Waiting): ScheduledTask[] => {
  const { proposalId, buyerId, sellerId, until } = data;
  const about = { listing, buyer: buyerId, until: String(until) };
  return [
    { id: `${FOR_BUYER}.${proposalId}`, kind: FOR_BUYER, subject: buyerId, dueAt: until, data: about },
    { id: `${FOR_SELLER}.${proposalId}`, kind: FOR_SELLER, subject: sellerId, dueAt: null, data: about },
  ];
};

/** Ends expired price offers. One that is being paid ends with its payment instead. */
export const lapsePriceOffers = async (
  { id, data: { listing = '', until = '' } }: ScheduledTask,
  { commands }: { commands: Pick<Commands, 'toListing'> },
): Promise<boolean> => {
  const outcome = await commands.toListing(
    listing,
    { type: 'LapseProposals' },
    { id: `${id}.${until}`, step: 'lapse' },
  );
  return (outcome?.events.length ?? 0) > 0;
};

/** How a price offer's end is counted for its buyer. Only accepted offers were counted. */
const endForBuyer = ({ stage, why }: { stage: PriceOfferStage; why: PriceOfferEnd }): AgreementEnd => {
  if (stage !== 'accepted') return 'dropped';
  return why === 'lapsed' || why === 'withdrawn' ? why : 'dropped';
};

/**
 * Ends price offers when they expire or an account leaves. Blocking a member refuses or withdraws the open offers
 * between the two.
 */
export const priceOffers = ({ commands, schedule }: Deps): Policy => {
  const endAll = async (
    tasks: readonly ScheduledTask[],
    request: { why: PriceOfferEnd; keepAgreed?: boolean },
    event: Recorded,
  ): Promise<void> => {
    const parties = new Map(
      tasks.map(({ data: { listing = '', buyer = '' } }) => [`${listing}.${buyer}`, { listing, buyer }]),
    );
    for (const [key, { listing, buyer }] of parties) {
      const end = { type: 'EndProposals', buyerId: buyer, ...request } as const;
      await commands.toListing(listing, end, causedBy(event, `endProposals.${request.why}.${key}`));
    }
  };
  const leave = async (account: AccountId, event: Recorded): Promise<void> => {
    await endAll(await schedule.about(FOR_BUYER, account), { why: 'buyerGone' }, event);
    await endAll(await schedule.about(FOR_SELLER, account), { why: 'sellerGone' }, event);
  };
  /** An accepted price stays binding. */
  const part = async (one: AccountId, other: AccountId, event: Recorded): Promise<void> => {
    const keepAgreed = true;
    const made = await schedule.about(FOR_BUYER, other);
    const received = await schedule.about(FOR_SELLER, one);
    const ids = new Set(received.map(({ id }) => id.slice(FOR_SELLER.length)));
    const between = made.filter(({ id }) => ids.has(id.slice(FOR_BUYER.length)));
    await endAll(
      between,
      { why: one === event.stream.slice('account-'.length) ? 'refused' : 'withdrawn', keepAgreed },
      event,
    );
  };

  return policy({
    name: 'priceProposals',
    handles: [
      'PriceProposed',
      'PriceProposalCountered',
      'PriceProposalAccepted',
      'PriceProposalEnded',
      'AccountSuspended',
      'AccountTerminated',
      'DeletionRequested',
      'AccountBlocked',
    ],
    begins: {
      PriceProposed: 'start',
      PriceProposalCountered: 'start',
      PriceProposalAccepted: 'start',
      PriceProposalEnded: 'start',
      AccountSuspended: 'now',
      AccountTerminated: 'now',
      DeletionRequested: 'now',
      AccountBlocked: 'now',
    },
    handle: async (event) => {
      switch (event.type) {
        case 'AccountSuspended':
        case 'AccountTerminated':
        case 'DeletionRequested':
          return leave(idIn(event.stream), event);
        case 'AccountBlocked': {
          const [own, other] = [idIn(event.stream), event.data.blockedId];
          await part(own, other, event);
          return part(other, own, event);
        }
        case 'PriceProposalEnded':
          await commands.toUnpaidPurchases(
            event.data.buyerId,
            { type: 'EndAgreement', proposalId: event.data.proposalId, end: endForBuyer(event.data) },
            causedBy(event, 'endAgreement'),
          );
          for (const kind of [FOR_BUYER, FOR_SELLER]) await schedule.remove(`${kind}.${event.data.proposalId}`);
          return;
        default:
          for (const task of tasksOf(idIn(event.stream), event)) await schedule.put(task);
      }
    },
  });
};
