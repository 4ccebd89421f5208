import type { Role } from '#domain/shared/actor.ts';

/** One password for all: it is printed at the start, and the demo does not exist where real money moves. */
export const DEMO_PASSWORD = 'Reliquary-demo1!';

/** Of the second factor of all who hold a role; `/dev/code` shows the code of the moment. In base 32. */
export const DEMO_SECRET = 'RELIQUARYDEMOSECRETAAAAAAAAAAAAA';

export type Person = {
  name: string;
  country: string;
  fullName: string;
  /** A member who sells has taken the terms and given a bank account. */
  seller?: { iban: string; bankName: string; domesticRate: number; continentalRate: number };
  offices?: readonly Exclude<Role, 'member'>[];
  /** Suspended in the course of the story. */
  leaves?: true;
  address: { streetAddress1: string; city: string; postalCode: string };
};

export const PEOPLE: readonly Person[] = [
  {
    name: 'elena',
    fullName: 'Elena Rossi',
    country: 'Italy',
    address: { streetAddress1: 'Via Garibaldi 14', city: 'Torino', postalCode: '10122' },
  },
  {
    name: 'matthias',
    fullName: 'Matthias Brandt',
    country: 'Germany',
    seller: { iban: 'DE89370400440532013000', bankName: 'Commerzbank', domesticRate: 5.49, continentalRate: 13.99 },
    address: { streetAddress1: 'Gartenweg 3', city: 'Leipzig', postalCode: '04109' },
  },
  {
    name: 'archivist',
    fullName: 'Iris Archer',
    country: 'Netherlands',
    offices: ['staff'],
    address: { streetAddress1: 'Oudegracht 200', city: 'Utrecht', postalCode: '3511 NR' },
  },
  {
    name: 'warden',
    fullName: 'Wim de Graaf',
    country: 'Netherlands',
    offices: ['staff'],
    address: { streetAddress1: 'Herestraat 61', city: 'Groningen', postalCode: '9711 LC' },
  },
  {
    name: 'overseer',
    fullName: 'Olga Lindqvist',
    country: 'Sweden',
    offices: ['auditor'],
    address: { streetAddress1: 'Vasagatan 12', city: 'Göteborg', postalCode: '411 24' },
  },
  {
    name: 'steward',
    fullName: 'Sander Vos',
    country: 'Belgium',
    offices: ['admin'],
    address: { streetAddress1: 'Korenmarkt 8', city: 'Gent', postalCode: '9000' },
  },
  {
    name: 'castellan',
    fullName: 'Carla Steiner',
    country: 'Austria',
    offices: ['admin'],
    address: { streetAddress1: 'Getreidegasse 22', city: 'Salzburg', postalCode: '5020' },
  },
  {
    name: 'sophie',
    fullName: 'Sophie Laurent',
    country: 'France',
    seller: {
      iban: 'FR1420041010050500013M02606',
      bankName: 'La Banque Postale',
      domesticRate: 6,
      continentalRate: 14.5,
    },
    address: { streetAddress1: '8 rue des Lilas', city: 'Lyon', postalCode: '69003' },
  },
  {
    name: 'jakub',
    fullName: 'Jakub Nowak',
    country: 'Poland',
    seller: { iban: 'PL61109010140000071219812874', bankName: 'Santander', domesticRate: 4, continentalRate: 12 },
    address: { streetAddress1: 'ul. Lipowa 21', city: 'Kraków', postalCode: '30-702' },
  },
  {
    name: 'ingrid',
    fullName: 'Ingrid Solberg',
    country: 'Norway',
    seller: { iban: 'NO9386011117947', bankName: 'DNB', domesticRate: 9, continentalRate: 19 },
    address: { streetAddress1: 'Storgata 5', city: 'Bergen', postalCode: '5015' },
  },
  {
    name: 'tomas',
    fullName: 'Tomáš Dvořák',
    country: 'Czech Republic',
    seller: {
      iban: 'CZ6508000000192000145399',
      bankName: 'Česká spořitelna',
      domesticRate: 3.9,
      continentalRate: 11.5,
    },
    address: { streetAddress1: 'Husova 9', city: 'Brno', postalCode: '602 00' },
  },
  {
    name: 'aoife',
    fullName: 'Aoife Byrne',
    country: 'Ireland',
    seller: { iban: 'IE29AIBK93115212345678', bankName: 'AIB', domesticRate: 6.5, continentalRate: 15.9 },
    address: { streetAddress1: '12 Canal Row', city: 'Galway', postalCode: 'H91 X4Y2' },
  },
  {
    name: 'carmen',
    fullName: 'Carmen Ortega',
    country: 'Spain',
    seller: { iban: 'ES9121000418450200051332', bankName: 'CaixaBank', domesticRate: 4.95, continentalRate: 12.5 },
    address: { streetAddress1: 'Calle del Olivo 7', city: 'Valencia', postalCode: '46003' },
  },
  {
    name: 'bram',
    fullName: 'Bram Jansen',
    country: 'Netherlands',
    seller: { iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO', domesticRate: 5.95, continentalRate: 10.9 },
    address: { streetAddress1: 'Molenpad 18', city: 'Haarlem', postalCode: '2011 CB' },
  },
  {
    name: 'freja',
    fullName: 'Freja Holm',
    country: 'Denmark',
    seller: { iban: 'DK5000400440116243', bankName: 'Nordea', domesticRate: 6.2, continentalRate: 14.2 },
    address: { streetAddress1: 'Birkevej 4', city: 'Odense', postalCode: '5000' },
  },
  {
    name: 'nuno',
    fullName: 'Nuno Carvalho',
    country: 'Portugal',
    seller: { iban: 'PT50000201231234567890154', bankName: 'Millennium', domesticRate: 4.2, continentalRate: 13.2 },
    address: { streetAddress1: 'Rua das Flores 33', city: 'Porto', postalCode: '4050-262' },
  },
  {
    name: 'katri',
    fullName: 'Katri Lehtonen',
    country: 'Finland',
    seller: { iban: 'FI2112345600000785', bankName: 'OP', domesticRate: 7.9, continentalRate: 16.4 },
    address: { streetAddress1: 'Koivukatu 9', city: 'Tampere', postalCode: '33100' },
  },
  {
    name: 'lukas',
    fullName: 'Lukas Hofer',
    country: 'Austria',
    seller: { iban: 'AT611904300234573201', bankName: 'Erste Bank', domesticRate: 5.3, continentalRate: 11.8 },
    address: { streetAddress1: 'Lindengasse 11', city: 'Graz', postalCode: '8010' },
  },
  {
    name: 'viktor',
    fullName: 'Viktor Kask',
    country: 'Estonia',
    leaves: true,
    address: { streetAddress1: 'Pikk 40', city: 'Tallinn', postalCode: '10133' },
  },
];

export const DEMO_DOMAIN = 'reliquary.example';
export const emailOf = (name: string): string => `${name}@${DEMO_DOMAIN}`;

export const personNamed = (name: string): Person => {
  const person = PEOPLE.find((candidate) => candidate.name === name);
  if (!person) throw new Error(`nobody in the demo is called ${name}`);
  return person;
};
