import { eventually, type Member, type TestMarketplace } from '#tests/support/marketplace.ts';
import type { Sold } from './sale.ts';

type Parties = { buyer: Member; seller: Member; clerk: Member };

/** Actions and checks of a sale over weeks, by its parties and staff, who stay signed in. */
export const watchList = (market: () => TestMarketplace, parties: () => Parties) => {
  const post = (by: Member, { id }: Sold, command: string, body: object = {}) =>
    by.post(`transaction/${id}/${command}`, body);
  const transaction = async ({ id }: Sold, by = parties().buyer) => (await by.get(`transaction/${id}`)).body;
  const facts = async ({ id }: Sold): Promise<string[]> =>
    (await market().marketplace.journal.load(`transaction-${id}`)).events.map(({ type }) => type);
  const armed = async (sold: Sold): Promise<string[]> =>
    (await transaction(sold)).deadlines.map(({ kind }: { kind: string }) => kind).sort();
  const offered = async ({ listing }: Sold) => (await market().client().get(`listings/${listing}`)).body.status;

  /** Sessions end after weeks without use, so everybody signs in again. */
  const later = async (move: () => Promise<unknown>) => {
    await move();
    await market().settle();
    for (const each of Object.values(parties())) await market().signIn(each.email, each.password, each);
  };

  /** The recipients of an e-mail with this subject about this sale. */
  const wroteTo = async (sold: Sold, subject: RegExp): Promise<string[]> => {
    const about = (await market().emails()).filter(
      (mail) => (mail.text.includes(sold.id) || mail.text.includes(sold.listing)) && subject.test(mail.subject),
    );
    return [...new Set(about.map(({ to }) => to.split('@')[0] ?? ''))].sort();
  };

  return {
    post,
    sale: transaction,
    facts,
    armed,
    offered,
    days: (count: number) => later(() => market().passDays(count)),
    wait: (ms: number) => later(() => market().advance(ms)),
    told: async (sold: Sold, subject: RegExp, whom: string[]) => {
      await market().settle();
      await eventually(async () => JSON.stringify(await wroteTo(sold, subject)) === JSON.stringify(whom));
    },
    /** The case is in the staff queue. */
    queued: (sold: Sold, kind: string) =>
      eventually(async () => {
        const { cases } = (await parties().clerk.get(`staff/cases?kind=${kind}`)).body;
        return cases.some((each: { sale: { _id: string } | null }) => each.sale?._id === sold.id);
      }),
  };
};
