import type { DomainEvent } from '../events.ts';
import type { ListingEvent } from '../listings/events.ts';
import { PRICE_OFFER_LIMITS } from '../listings/limits.ts';
import { formatCents } from '../shared/euros.ts';
import type { EventEmail, EventEmailTo } from './emails.ts';
import { type DataOf, type EventType, filled, type SentenceFields } from './row.ts';

export type PriceOfferNews = Extract<ListingEvent['type'], `PriceProp${string}`>;
type Side = 'buyer' | 'seller';
/** The text for each side. No text for the side that acted or hears it otherwise. */
type Words = Partial<Record<Side, string>>;

const KEPT = PRICE_OFFER_LIMITS.kept;

const onEnd = ({ price, stage, why }: DataOf<'PriceProposalEnded'>): Words => {
  const sum = formatCents(price);
  const gone = { buyer: `{title} is not on sale any more, which ends the offer of ${sum}.` };
  switch (why) {
    case 'refused':
      return stage === 'proposed'
        ? { buyer: `{other} did not accept ${sum} for {title}.` }
        : { seller: `{other} did not accept your price of ${sum} for {title}.` };
    case 'withdrawn':
      return {
        seller:
          stage === 'accepted'
            ? `{other} does not buy {title} for ${sum} after all. It is on sale again.`
            : '{other} has withdrawn the offer for {title}.',
      };
    case 'lapsed':
      if (stage === 'proposed') return { buyer: `Your offer of ${sum} for {title} was not answered in time.` };
      if (stage === 'countered') return { seller: `{other} did not answer your price of ${sum} for {title} in time.` };
      return {
        buyer: `The time to buy {title} for ${sum} is over. It is on sale to everybody again.`,
        seller: `{other} did not buy {title} for ${sum} in time. It is on sale again.`,
      };
    case 'revised':
      return { buyer: `{title} was changed by its seller, which ends the offer of ${sum}. You can make a new one.` };
    case 'sold':
      return { buyer: `{title} was sold, which ends the offer of ${sum}.` };
    case 'archived':
    case 'removed':
    case 'sellerGone':
      return gone;
    case 'buyerGone':
      return { seller: `The offer of ${sum} for {title} has ended.` };
    // the transaction or the other agreement has its own message
    case 'settled':
    case 'bought':
      return {};
    // from a newer release
    default: {
      const over = `The offer of ${sum} for {title} has ended.`;
      return { buyer: over, seller: over };
    }
  }
};

const WORDS: { readonly [Type in PriceOfferNews]: (data: DataOf<Type>) => Words } = {
  PriceProposed: ({ price }) => ({ seller: `{other} offers you ${formatCents(price)} for {title}. Please answer.` }),
  PriceProposalCountered: ({ price, proposed }) => ({
    buyer: `{other} answers your offer of ${formatCents(proposed)} for {title} with ${formatCents(price)}. Please answer.`,
  }),
  PriceProposalAccepted: ({ price, by }) =>
    by === 'seller'
      ? {
          buyer: `{other} accepts ${formatCents(price)} for {title}. It is reserved for you for ${KEPT}: buy it before somebody else can.`,
        }
      : { seller: `{other} accepts ${formatCents(price)} for {title}, which is reserved for them for ${KEPT}.` },
  PriceProposalEnded: onEnd,
};

export const PRICE_OFFER_NEWS = Object.keys(WORDS) as PriceOfferNews[];
export const isPriceOfferNews = (type: EventType): type is PriceOfferNews => Object.hasOwn(WORDS, type);

const SIDES = ['buyer', 'seller'] as const;
const NEEDED = ['price', 'proposed', 'stage', 'why', 'by', 'until'] as const;

const wordsOf = (event: PriceOfferNews, data: SentenceFields): Words =>
  (WORDS[event] as (data: SentenceFields) => Words)(data);

const neededOf = (data: SentenceFields): Record<string, string | number> =>
  Object.fromEntries(
    NEEDED.flatMap((field) => {
      const value = data[field];
      return typeof value === 'string' || typeof value === 'number' ? [[field, value]] : [];
    }),
  );

/** Recipients, with the fields of their text. */
export const priceOfferMessage = ({ type, data }: DomainEvent): { to: Side; kept: SentenceFields }[] => {
  if (!isPriceOfferNews(type)) return [];
  const words = wordsOf(type, data);
  return SIDES.flatMap((to) => (words[to] === undefined ? [] : [{ to, kept: neededOf(data) }]));
};

/** `title`: quoted. Undefined if that side gets no message. */
export const priceOfferText = (
  event: PriceOfferNews,
  to: string,
  kept: SentenceFields,
  words: { title: string; other: string },
): string | undefined => {
  const said = to === 'buyer' || to === 'seller' ? wordsOf(event, kept)[to] : undefined;
  return said === undefined ? undefined : filled(said, words);
};

const TEMPLATES = {
  PriceProposed: 'priceProposed',
  PriceProposalCountered: 'priceCountered',
  PriceProposalAccepted: 'priceAgreed',
  PriceProposalEnded: 'proposalEnded',
} as const satisfies { readonly [Type in PriceOfferNews]: EventEmail };

export const emailsAboutPriceOffer =
  (event: PriceOfferNews) =>
  (data: SentenceFields, { subject }: { subject: string }): EventEmailTo[] => {
    const words = wordsOf(event, data);
    return SIDES.flatMap((to) =>
      words[to] === undefined
        ? []
        : [{ to, template: TEMPLATES[event], details: { ...neededOf(data), listing: subject } }],
    );
  };
