import { type Result, record, reject } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { ListingCommand, ListingRejection, ShippingTerms } from './commands.ts';
import type { ListingEvent, PriceOfferEnd } from './events.ts';
import {
  ANSWER_WITHIN,
  KEPT_FOR_BUYER,
  LEAST_PROPOSED,
  MOST_MADE_BY_ONE,
  MOST_OF_ONE,
  MOST_OPEN,
  waitsForAnswer,
} from './limits.ts';
import type { ListingState, PriceOffer } from './state.ts';

type Command<Type> = Extract<ListingCommand, { type: Type }>;
type Decision = Result<ListingEvent[], ListingRejection>;
type Proposed = Pick<ListingState, 'proposals'>;

/** Offers that wait for an answer. Past their deadline they do not, even before the lapse is stored. */
const openAt = ({ proposals }: Proposed, at: Instant): PriceOffer[] =>
  proposals.filter(({ stage, until }) => waitsForAnswer(stage) && at < until);

const agreementOf = ({ proposals }: Proposed): PriceOffer | undefined =>
  proposals.find(({ stage }) => stage === 'accepted');

/** The buyer is paying. The agreement stays until that payment ends. */
const isBeingPaid = ({ buyerId, stage }: PriceOffer, { reservation }: Pick<ListingState, 'reservation'>): boolean =>
  stage === 'accepted' && reservation?.buyerId === buyerId;

/** The accepted offer, while it is reserved. */
export const agreedAt = (state: Proposed, at: Instant): PriceOffer | undefined => {
  const agreed = agreementOf(state);
  return agreed && at < agreed.until ? agreed : undefined;
};

/** The agreed price if this buyer has one, otherwise the asking price. */
export const priceFor = (state: Pick<ListingState, 'proposals' | 'offer'>, buyerId: AccountId, at: Instant): Cents => {
  const agreed = agreedAt(state, at);
  return agreed?.buyerId === buyerId ? agreed.price : state.offer.price;
};

/** The agreed shipping terms; null if today's rates apply. */
export const shippingFor = (state: Proposed, buyerId: AccountId, at: Instant): ShippingTerms | null => {
  const agreed = agreedAt(state, at);
  return agreed?.buyerId === buyerId ? agreed.shipping : null;
};

const partiesOf = ({ id, buyerId }: PriceOffer, { sellerId }: Pick<ListingState, 'sellerId'>) => ({
  proposalId: id,
  buyerId,
  sellerId,
});

const ended = (proposal: PriceOffer, why: PriceOfferEnd, state: ListingState, at: Instant): ListingEvent => ({
  type: 'PriceProposalEnded',
  data: { at, ...partiesOf(proposal, state), price: proposal.price, stage: proposal.stage, why },
});

const isOver = (proposal: PriceOffer, state: ListingState, at: Instant): boolean =>
  at >= proposal.until && !isBeingPaid(proposal, state);

/** Ends each offer with a reason. Past its deadline, the reason is always `lapsed`. */
const ending = (
  state: ListingState,
  at: Instant,
  reason: (proposal: PriceOffer) => PriceOfferEnd | undefined,
): ListingEvent[] =>
  state.proposals.flatMap((proposal) => {
    const why = isOver(proposal, state, at) ? 'lapsed' : reason(proposal);
    return why === undefined ? [] : [ended(proposal, why, state, at)];
  });

/** Ends every offer when the listing changes or leaves the market. */
export const endedBy = (why: PriceOfferEnd, state: ListingState, at: Instant): ListingEvent[] =>
  ending(state, at, () => why);

/** A sale fulfils the buyer's own offer and ends the others. */
export const endedByTransaction = (state: ListingState, at: Instant): ListingEvent[] =>
  ending(state, at, (proposal) => (isBeingPaid(proposal, state) ? 'bought' : 'sold'));

/** After an unpaid purchase, ends an agreement that has lapsed meanwhile. */
export const endedByRelease = (state: ListingState, at: Instant): ListingEvent[] =>
  ending({ ...state, reservation: null }, at, () => undefined);

const outOfRange = (price: Cents, least: Cents, below: Cents): ListingRejection | undefined =>
  Number.isSafeInteger(price) && price >= least && price < below
    ? undefined
    : { code: 'proposalOutOfRange', least, below };

const parties = ({
  seller,
  buyer,
}: Pick<Command<'ProposePrice'>, 'seller' | 'buyer'>): ListingRejection | undefined => {
  if (!buyer.active) return { code: 'accountNotActive' };
  if (!seller.active || !seller.feeAccepted) return { code: 'sellerAway' };
  if (buyer.hasBlocked) return { code: 'sellerBlocked' };
  return seller.hasBlocked ? { code: 'proposerBlocked' } : undefined;
};

/** Why the listing cannot be bought at that time. `buyerId`: an agreement with this buyer does not refuse them. */
export const marketRefusal = (
  state: Pick<ListingState, 'status' | 'removed' | 'reservation' | 'proposals'>,
  at: Instant,
  buyerId?: AccountId,
): ListingRejection | undefined => {
  if (state.status !== 'active' || state.removed) return { code: 'listingNotAvailable' };
  if (state.reservation) return { code: state.reservation.buyerId === buyerId ? 'ownPurchase' : 'listingReserved' };
  const agreed = agreedAt(state, at);
  return agreed && agreed.buyerId !== buyerId ? { code: 'listingPromised' } : undefined;
};

const propose = (command: Command<'ProposePrice'>, state: ListingState): Decision => {
  const { at, by, proposalId, price } = command;
  if (by.id === state.sellerId) return reject({ code: 'ownListing' });
  const refusal = marketRefusal(state, at) ?? parties(command) ?? outOfRange(price, LEAST_PROPOSED, state.offer.price);
  if (refusal) return reject(refusal);
  const open = openAt(state, at);
  const own = open.filter(({ buyerId }) => buyerId === by.id);
  if (own.some((proposal) => proposal.price === price)) return reject({ code: 'proposedAlready' });
  if (own.length >= MOST_OF_ONE) return reject({ code: 'tooManyProposals' });
  if (open.length >= MOST_OPEN) return reject({ code: 'proposalsFull' });
  if ((state.proposed[by.id] ?? 0) >= MOST_MADE_BY_ONE) return reject({ code: 'proposedOften' });
  const until = at + ANSWER_WITHIN;
  const { sellerId } = state;
  return record({
    type: 'PriceProposed',
    data: { at, proposalId, buyerId: by.id, sellerId, price, asked: state.offer.price, until },
  });
};

/** The open offer, if the sender is one of its two sides. */
const ownOpen = (
  { at, by, proposalId }: Pick<Command<'AcceptProposal'>, 'at' | 'by' | 'proposalId'>,
  state: ListingState,
): PriceOffer | undefined =>
  openAt(state, at).find(({ id, buyerId }) => id === proposalId && (by.id === buyerId || by.id === state.sellerId));

const answers = ({ stage, buyerId }: PriceOffer, { sellerId }: ListingState): AccountId =>
  stage === 'proposed' ? sellerId : buyerId;

const OVER = reject({ code: 'proposalOver' } as const);
const WAITS = reject({ code: 'proposalWaits' } as const);

/** Reserves the listing for the buyer and settles the buyer's other offers. */
const accept = (command: Command<'AcceptProposal'>, state: ListingState): Decision => {
  const { at, by } = command;
  const agreed = agreementOf(state);
  const isAgreed = agreed?.id === command.proposalId && !isOver(agreed, state, at);
  if (isAgreed && (by.id === agreed.buyerId || by.id === state.sellerId)) return record();
  const proposal = ownOpen(command, state);
  if (!proposal) return OVER;
  if (answers(proposal, state) !== by.id) return WAITS;
  if (command.price !== proposal.price) return reject({ code: 'proposalChanged' });
  const refusal = marketRefusal(state, at) ?? parties(command);
  if (refusal) return reject(refusal);
  const before = ending(state, at, ({ id, buyerId }) =>
    id !== proposal.id && buyerId === proposal.buyerId ? 'settled' : undefined,
  );
  const { price, stage } = proposal;
  return record<ListingEvent>(...before, {
    type: 'PriceProposalAccepted',
    data: {
      at,
      ...partiesOf(proposal, state),
      price,
      by: stage === 'proposed' ? 'seller' : 'buyer',
      until: at + KEPT_FOR_BUYER,
      ...command.shipping,
    },
  });
};

const counter = (command: Command<'CounterProposal'>, state: ListingState): Decision => {
  const { at, by, price } = command;
  const proposal = ownOpen(command, state);
  if (!proposal) return OVER;
  if (by.id !== state.sellerId || proposal.stage !== 'proposed') return WAITS;
  const refusal =
    marketRefusal(state, at) ?? parties(command) ?? outOfRange(price, proposal.price + 1, state.offer.price);
  if (refusal) return reject(refusal);
  return record({
    type: 'PriceProposalCountered',
    data: { at, ...partiesOf(proposal, state), proposed: proposal.price, price, until: at + ANSWER_WITHIN },
  });
};

const refuse = (command: Command<'RefuseProposal'>, state: ListingState): Decision => {
  const proposal = ownOpen(command, state);
  if (!proposal) return OVER;
  if (answers(proposal, state) !== command.by.id) return WAITS;
  return record(ended(proposal, 'refused', state, command.at));
};

/** The buyer can withdraw even an accepted offer, until the purchase begins. */
const withdraw = (command: Command<'WithdrawProposal'>, state: ListingState): Decision => {
  const { at, by, proposalId } = command;
  const proposal = state.proposals.find(
    ({ id, buyerId, until }) => id === proposalId && buyerId === by.id && at < until,
  );
  if (!proposal) return OVER;
  if (isBeingPaid(proposal, state)) return reject({ code: 'listingReserved' });
  return record(ended(proposal, 'withdrawn', state, at));
};

/** Ends the offers of one buyer, or of all. Agreements stay with `keepAgreed`, or while they are being paid. */
const end = ({ at, why, buyerId, keepAgreed }: Command<'EndProposals'>, state: ListingState): Decision =>
  record(
    ...ending(state, at, (proposal) => {
      if (buyerId !== undefined && proposal.buyerId !== buyerId) return undefined;
      if (proposal.stage === 'accepted' && (keepAgreed || isBeingPaid(proposal, state))) return undefined;
      return why;
    }),
  );

export type PriceOfferCommand = Command<
  | 'ProposePrice'
  | 'AcceptProposal'
  | 'CounterProposal'
  | 'RefuseProposal'
  | 'WithdrawProposal'
  | 'EndProposals'
  | 'LapseProposals'
>;

/** Only the seller and buyers who made an offer learn that offers exist. */
const ANSWERS = ['AcceptProposal', 'CounterProposal', 'RefuseProposal', 'WithdrawProposal'] as const;
const isAnswer = (type: string): boolean => (ANSWERS as readonly string[]).includes(type);

export const decidePriceOffer = (command: PriceOfferCommand, state: ListingState): Decision => {
  const hasPart = command.by.id === state.sellerId || state.proposers.includes(command.by.id);
  if (isAnswer(command.type) && !hasPart) return reject({ code: 'proposalNotFound' });
  switch (command.type) {
    case 'ProposePrice':
      return propose(command, state);
    case 'AcceptProposal':
      return accept(command, state);
    case 'CounterProposal':
      return counter(command, state);
    case 'RefuseProposal':
      return refuse(command, state);
    case 'WithdrawProposal':
      return withdraw(command, state);
    case 'EndProposals':
      return end(command, state);
    case 'LapseProposals':
      return record(...ending(state, command.at, () => undefined));
  }
};

type PriceOfferEvent = Extract<ListingEvent, { type: `PriceProp${string}` }>;

const STAGES = {
  PriceProposed: 'proposed',
  PriceProposalCountered: 'countered',
  PriceProposalAccepted: 'accepted',
} as const;

type Kept = Pick<ListingState, 'proposals' | 'proposers' | 'proposed'>;

const promisedBy = (event: PriceOfferEvent): ShippingTerms | null => {
  if (event.type !== 'PriceProposalAccepted') return null;
  const { rates, sellerCountry } = event.data;
  return rates && sellerCountry !== undefined ? { rates, sellerCountry } : null;
};

export const evolvePriceOffers = (state: Kept, event: PriceOfferEvent): Kept => {
  const { type, data } = event;
  const { proposalId: id, buyerId, price } = data;
  const others = state.proposals.filter((proposal) => proposal.id !== id);
  const proposers = state.proposers.includes(buyerId) ? state.proposers : [...state.proposers, buyerId];
  const made = (state.proposed[buyerId] ?? 0) + (type === 'PriceProposed' ? 1 : 0);
  const those = { proposers, proposed: { ...state.proposed, [buyerId]: made } };
  if (type === 'PriceProposalEnded') return { ...those, proposals: others };
  const shipping = promisedBy(event);
  return { ...those, proposals: [...others, { id, buyerId, price, stage: STAGES[type], until: data.until, shipping }] };
};
