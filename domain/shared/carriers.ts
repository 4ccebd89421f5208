/** Carriers with a tracking page. Other carriers are free text without a link. */
type Carrier = {
  name: string;
  /** Other names, lower case. */
  also?: readonly string[];
  /** Matches codes in capitals without spaces. */
  code: RegExp;
  /** Describes a valid code in an error message. */
  looksLike: string;
  page: (code: string) => string;
};

/** UPU S10, used by every national post: two letters, nine digits, country. The ninth digit is a check digit. */
const POSTAL = /^[A-Z]{2}\d{9}[A-Z]{2}$/;
const anyOf = (...forms: RegExp[]): RegExp => new RegExp(forms.map(({ source }) => source).join('|'));

const CARRIERS: readonly Carrier[] = [
  {
    name: 'DHL',
    also: ['dhl express', 'dhl paket', 'dhl parcel'],
    code: anyOf(/^\d{10}$/, /^\d{12}$/, /^\d{20}$/, /^JJD\d{13,21}$/, /^JVGL\d{12,20}$/, POSTAL),
    looksLike: '10, 12 or 20 digits, or JJD and digits',
    page: (code) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${code}`,
  },
  {
    name: 'DPD',
    code: /^\d{14}[0-9A-Z]?$/,
    looksLike: '14 digits',
    page: (code) => `https://tracking.dpd.de/status/en_US/parcel/${code}`,
  },
  {
    name: 'GLS',
    code: anyOf(/^\d{11,12}$/, /^[0-9A-Z]{8}$/),
    looksLike: '11 or 12 digits, or 8 letters and digits',
    page: (code) => `https://gls-group.com/EU/en/parcel-tracking?match=${code}`,
  },
  {
    name: 'PostNL',
    code: anyOf(/^3S[0-9A-Z]{9,15}$/, POSTAL),
    looksLike: '3S and letters and digits, or two letters, nine digits and NL',
    page: (code) => `https://postnl.nl/tracktrace/?B=${code}`,
  },
  {
    name: 'bpost',
    code: anyOf(/^32\d{22}$/, POSTAL),
    looksLike: '24 digits that begin with 32, or two letters, nine digits and BE',
    page: (code) => `https://track.bpost.cloud/btr/web/#/search?itemCode=${code}&lang=en`,
  },
  {
    name: 'La Poste',
    also: ['colissimo'],
    code: anyOf(/^\d[A-Z]\d{11}$/, /^[0-9A-Z]{13,15}$/),
    looksLike: '13 to 15 letters and digits',
    page: (code) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${code}`,
  },
  {
    name: 'Royal Mail',
    code: anyOf(POSTAL, /^[0-9A-Z]{16}$/),
    looksLike: 'two letters, nine digits and GB',
    page: (code) => `https://www.royalmail.com/track-your-item#/tracking-results/${code}`,
  },
  {
    name: 'InPost',
    code: /^\d{24}$/,
    looksLike: '24 digits',
    page: (code) => `https://inpost.pl/sledzenie-przesylek?number=${code}`,
  },
  {
    name: 'Correos',
    code: /^[0-9A-Z]{13,23}$/,
    looksLike: '13 to 23 letters and digits',
    page: (code) => `https://www.correos.es/es/en/tools/tracker/items/details?tracking-number=${code}`,
  },
  {
    name: 'Poste Italiane',
    also: ['poste'],
    code: /^[0-9A-Z]{12,13}$/,
    looksLike: '12 or 13 letters and digits',
    page: (code) => `https://www.poste.it/cerca/index.html#/risultati-spedizioni/${code}`,
  },
  {
    name: 'Österreichische Post',
    also: ['post.at', 'osterreichische post', 'oesterreichische post'],
    code: anyOf(/^\d{16}$/, /^\d{22}$/, POSTAL),
    looksLike: '16 or 22 digits, or two letters, nine digits and AT',
    page: (code) => `https://www.post.at/sv/sendungssuche?snr=${code}`,
  },
];

export const CARRIER_NAMES: readonly string[] = CARRIERS.map(({ name }) => name);

const carrierOf = (named: string | null): Carrier | undefined => {
  const wanted = named?.trim().toLowerCase();
  return CARRIERS.find(({ name, also = [] }) => name.toLowerCase() === wanted || also.includes(wanted ?? ''));
};

const bare = (code: string): string => code.replace(/[\s.-]/g, '').toUpperCase();

const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
const postalDigitFits = (code: string): boolean => {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(code[place + 2]), 0);
  const digit = 11 - (sum % 11);
  return Number(code[10]) === (digit === 10 ? 0 : digit === 11 ? 5 : digit);
};

/** The tracking page (https); undefined for an unknown carrier or a code of another form. */
export const trackingPage = (carrier: string | null, code: string | null): string | undefined => {
  const known = carrierOf(carrier);
  if (!known || code === null || !known.code.test(bare(code))) return undefined;
  return known.page(bare(code));
};

/** A warning about a doubtful code. Only a warning: carriers change their formats. */
export const doubtAboutCode = (carrier: string, code: string): string | undefined => {
  const typed = bare(code);
  const known = carrierOf(carrier);
  if (typed === '') return undefined;
  if (POSTAL.test(typed) && !postalDigitFits(typed))
    return 'A digit of this code seems to be wrong. Please compare it.';
  if (!known || known.code.test(typed)) return undefined;
  return `Codes of ${known.name} are ${known.looksLike}. Please compare it.`;
};
