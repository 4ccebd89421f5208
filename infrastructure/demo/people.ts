import type { Role } from '#domain/shared/actor.ts';
import { table } from './table.ts';

/** One password for all, printed at start. The demo never runs where real money moves. */
export const DEMO_PASSWORD = 'Reliquary-demo1!';

/** Second-factor secret of everyone with a role, in base 32. `/dev/code` shows the current code. */
export const DEMO_SECRET = 'RELIQUARYDEMOSECRETAAAAAAAAAAAAA';

export type Person = {
  name: string;
  country: string;
  fullName: string;
  /** Set for members who sell. */
  seller?: { iban: string; bankName: string; domesticRate: number; continentalRate: number };
  roles?: readonly Exclude<Role, 'member'>[];
  /** Suspended in the course of the story. */
  suspended?: boolean;
  address: { streetAddress1: string; city: string; postalCode: string };
};

const COLUMNS = [
  'name',
  'fullName',
  'country',
  'streetAddress1',
  'postalCode',
  'city',
  'iban',
  'bankName',
  'domesticRate',
  'continentalRate',
  'role',
  'suspended',
] as const;

export const PEOPLE: readonly Person[] = table(
  COLUMNS,
  `
elena | Elena Rossi | Italy | Via Garibaldi 14 | 10122 | Torino |  |  |  |  |  |
matthias | Matthias Brandt | Germany | Gartenweg 3 | 04109 | Leipzig | DE89370400440532013000 | Commerzbank | 5.49 | 13.99 |  |
archivist | Iris Archer | Netherlands | Oudegracht 200 | 3511 NR | Utrecht |  |  |  |  | staff |
warden | Wim de Graaf | Netherlands | Herestraat 61 | 9711 LC | Groningen |  |  |  |  | staff |
overseer | Olga Lindqvist | Sweden | Vasagatan 12 | 411 24 | Göteborg |  |  |  |  | auditor |
steward | Sander Vos | Belgium | Korenmarkt 8 | 9000 | Gent |  |  |  |  | admin |
castellan | Carla Steiner | Austria | Getreidegasse 22 | 5020 | Salzburg |  |  |  |  | admin |
sophie | Sophie Laurent | France | 8 rue des Lilas | 69003 | Lyon | FR1420041010050500013M02606 | La Banque Postale | 6 | 14.5 |  |
jakub | Jakub Nowak | Poland | ul. Lipowa 21 | 30-702 | Kraków | PL61109010140000071219812874 | Santander | 4 | 12 |  |
ingrid | Ingrid Solberg | Norway | Storgata 5 | 5015 | Bergen | NO9386011117947 | DNB | 9 | 19 |  |
tomas | Tomáš Dvořák | Czech Republic | Husova 9 | 602 00 | Brno | CZ6508000000192000145399 | Česká spořitelna | 3.9 | 11.5 |  |
aoife | Aoife Byrne | Ireland | 12 Canal Row | H91 X4Y2 | Galway | IE29AIBK93115212345678 | AIB | 6.5 | 15.9 |  |
carmen | Carmen Ortega | Spain | Calle del Olivo 7 | 46003 | Valencia | ES9121000418450200051332 | CaixaBank | 4.95 | 12.5 |  |
bram | Bram Jansen | Netherlands | Molenpad 18 | 2011 CB | Haarlem | NL91ABNA0417164300 | ABN AMRO | 5.95 | 10.9 |  |
freja | Freja Holm | Denmark | Birkevej 4 | 5000 | Odense | DK5000400440116243 | Nordea | 6.2 | 14.2 |  |
nuno | Nuno Carvalho | Portugal | Rua das Flores 33 | 4050-262 | Porto | PT50000201231234567890154 | Millennium | 4.2 | 13.2 |  |
katri | Katri Lehtonen | Finland | Koivukatu 9 | 33100 | Tampere | FI2112345600000785 | OP | 7.9 | 16.4 |  |
lukas | Lukas Hofer | Austria | Lindengasse 11 | 8010 | Graz | AT611904300234573201 | Erste Bank | 5.3 | 11.8 |  |
viktor | Viktor Kask | Estonia | Pikk 40 | 10133 | Tallinn |  |  |  |  |  | suspended
`,
).map(({ name, fullName, country, iban, bankName, domesticRate, continentalRate, role, suspended, ...address }) => ({
  name,
  fullName,
  country,
  address,
  ...(iban && {
    seller: { iban, bankName, domesticRate: Number(domesticRate), continentalRate: Number(continentalRate) },
  }),
  ...(role && { roles: [role as Exclude<Role, 'member'>] }),
  ...(suspended && { suspended: true }),
}));

export const DEMO_DOMAIN = 'reliquary.example';
export const emailOf = (name: string): string => `${name}@${DEMO_DOMAIN}`;

export const personNamed = (name: string): Person => {
  const person = PEOPLE.find((candidate) => candidate.name === name);
  if (!person) throw new Error(`nobody in the demo is called ${name}`);
  return person;
};
