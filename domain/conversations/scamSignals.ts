/**
 * Signs that a message leads away from escrow: another way to pay, another place to talk about payment, an external
 * link.
 */
export const SCAM_SIGNALS = ['payment', 'contact', 'link'] as const;
export type ScamSignal = (typeof SCAM_SIGNALS)[number];

/** Payment methods that we do not offer, and phrases for leaving the platform. */
const ELSEWHERE = [
  /\b(?:pay ?pal|revolut|transfer ?wise|western ?union|money ?gram|venmo|zelle|cash ?app|tikkie|bizum|twint|payconiq|pay ?safe ?card)\b/,
  /\b(?:bitcoin|btc|ethereum|usdt|crypto(?:currency)?)\b/,
  /\bgift ?cards?\b/,
  /\bfriends (?:and|&|\+) family\b/,
  /\b(?:bank|wire|sepa) ?transfer\b|überweis|\bvirement\b|\bbankoverschrijving\b/,
  /\b(?:outside|without|around|off) (?:of )?(?:the |this )?(?:site|platform|app|escrow|marketplace|reliquary)\b/,
  /\b(?:to|into|on) my (?:bank|iban|account)\b/,
  // a bank account
  /\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?\b/,
];

const PAYING =
  /\b(?:pay(?:ment|ing|s)?|paid|money|deposit|transfer|refund|bank|invoice|bezahl\w*|zahl(?:en|ung)|geld|betal\w*|pa(?:yer|iement)|pagar|pago|pagamento|bonifico)\b/;
const ADDRESS = /[\w.+-]+ ?(?:@|[([{]at[)\]}]) ?[\w-]+(?: ?(?:\.|[([{]dot[)\]}]) ?[a-z]{2,})+/;
const TELEPHONE = /(?:\+|\b00|\b0)\d(?:[ ()./-]?\d){7,13}\b/;
const MESSENGER = /\b(?:whats ?app|telegram|(?:on|via|by) signal|viber|wechat|discord|snapchat)\b/;

/** A link: with a scheme, www, a path, or a common top-level domain that is not a word. */
const ADDRESS_OF_A_PAGE =
  /\bhttps?:\/\/[^\s<>]+|\bwww\.[^\s<>]+|(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}\/[^\s<>]*|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|shop|store|xyz|top|site|online|app|link|click|live|eu)\b/g;

const hostOf = (address: string): string => address.replace(/^https?:\/\//, '').split(/[/?#]/)[0] ?? '';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();

/** `ownHost`: the marketplace's host, such as `reliquary.example`. Its own links are no signal. */
export const scamSignalsIn = (content: string, ownHost: string): ScamSignal[] => {
  const text = plain(content);
  const links = text.match(ADDRESS_OF_A_PAGE) ?? [];
  const found: Record<ScamSignal, boolean> = {
    payment: ELSEWHERE.some((way) => way.test(text)),
    contact: PAYING.test(text) && [ADDRESS, TELEPHONE, MESSENGER].some((place) => place.test(text)),
    link: links.some((address) => hostOf(address) !== ownHost.toLowerCase()),
  };
  return SCAM_SIGNALS.filter((lure) => found[lure]);
};

const WORDS: Readonly<Record<ScamSignal, string>> = {
  payment: 'speaks of paying outside escrow',
  contact: 'asks to go on elsewhere, and speaks of paying',
  link: 'holds a link to elsewhere, between people who have no sale with each other',
};

/** The reason that staff read for an automatic report. */
export const scamReportReason = (scamSignals: readonly ScamSignal[]): string =>
  `Found by its wording: it ${scamSignals.map((lure) => WORDS[lure]).join('; it ')}.`;
