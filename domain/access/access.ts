import type { Right } from './right.ts';

type Thing = {
  /** Heads its rows on the page of roles. */
  name: string;
  see: Readonly<Record<string, Right>>;
  do: Readonly<Record<string, Right>>;
};

/** Whoever looks over the shoulder of those who buy and sell. */
const READERS = ['staff', 'auditor', 'admin'] as const;

/**
 * Who may see and do what: thing by thing, field by field. Deciders, queries, calls, the OpenAPI document and the page of roles read
 * it. What a party of a sale may do at which moment stands in the sale's own table; here stands who is let near it at all.
 */
export const access = {
  account: {
    name: 'Accounts',
    see: {
      own: { words: 'everything about oneself', by: ['owner'] },
      file: { words: 'name, e-mail address, standing, ratings, counts of sales, and what staff did', by: READERS },
      personal: { words: 'shipping address and bank details', by: ['owner'], withReason: ['staff'] },
    },
    do: {
      enter: { words: 'register, sign in, set a forgotten password', by: ['visitor'] },
      manage: { words: 'change what is one’s own, ask support, leave', by: ['owner'] },
      suspend: { words: 'suspend it and reinstate it, with a reason', by: ['staff'] },
      terminate: { words: 'close it for good: one proposes, another confirms', by: ['staff'] },
      erase: { words: 'erase it once its time is over', by: ['system'] },
    },
  },
  role: {
    name: 'Roles',
    see: {
      holders: { words: 'who holds which role', by: ['auditor', 'admin'] },
    },
    do: {
      change: { words: 'grant and revoke roles; the last admin stays one', by: ['admin', 'system'] },
    },
  },
  listing: {
    name: 'Listings',
    see: {
      offered: { words: 'what is for sale', by: ['visitor'] },
      own: { words: 'their own, archived ones too', by: ['owner'] },
    },
    do: {
      publish: { words: 'offer something for sale', by: ['member'] },
      revise: { words: 'revise and archive their own', by: ['owner'] },
      retire: { words: 'archive what its seller cannot sell any more', by: ['system'] },
      remove: { words: 'take one off the market, with a reason', by: ['staff'] },
    },
  },
  sale: {
    name: 'Sales',
    see: {
      sale: {
        words: 'the sale, with what both said and what became of the money',
        by: ['buyer', 'seller', 'staff', 'auditor'],
      },
      address: { words: 'the shipping address (the seller once it is paid)', by: ['buyer', 'seller', ...READERS] },
      internals: { words: 'what only our side is told', by: READERS },
      quote: { words: 'what shipping would cost', by: ['member'] },
      photo: { words: 'a photo, by a link that only readers of the sale are given, for some minutes', by: ['visitor'] },
    },
    do: {
      buy: { words: 'buy what somebody else offers', by: ['member'] },
      act: {
        words: 'ship, receive, cancel, pause, dispute and return: what falls to their side',
        by: ['buyer', 'seller'],
      },
      rate: { words: 'rate the seller', by: ['buyer'] },
      decide: { words: 'decide disputes, hold the money, close cases, try refunds again', by: ['staff'] },
    },
  },
  case: {
    name: 'Cases',
    see: {
      queue: { words: 'what waits for a person', by: READERS },
      file: { words: 'all about a sale that is not their own, with its books', by: READERS },
      messages: {
        words: 'what the two wrote to each other, where there is something for staff to look at',
        by: READERS,
      },
    },
    do: {
      closeOrphan: { words: 'close a fact of the provider that belongs to no sale', by: ['staff'] },
    },
  },
  conversation: {
    name: 'Messages',
    see: {
      messages: { words: 'their own conversations', by: ['buyer', 'seller'] },
      image: { words: 'an image, by a link that only its readers are given, for some minutes', by: ['visitor'] },
      reported: { words: 'messages that were reported', by: READERS },
      aroundReported: { words: 'the three messages before and after a reported one', by: ['staff'] },
    },
    do: {
      write: { words: 'write, and mark as read', by: ['buyer', 'seller'] },
      report: { words: 'report what the other wrote', by: ['buyer', 'seller'] },
      resolveReport: { words: 'say what became of a report', by: ['staff'] },
    },
  },
  history: {
    name: 'Histories',
    see: {
      events: { words: 'every event of anything but a sale of their own, personal fields masked', by: READERS },
      ofSale: { words: 'the personal fields in a sale’s history', by: ['staff'], withReason: ['auditor'] },
      ofOthers: { words: 'the personal fields in any other history', by: [], withReason: ['staff', 'auditor'] },
    },
    do: {},
  },
  ledger: {
    name: 'Ledger',
    see: {
      books: { words: 'balances, entries, checks and nightly attestations', by: READERS },
    },
    do: {},
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** Every row with the name that it has in the code. */
export const everyRight: readonly { name: string; thing: string; verb: 'see' | 'do'; right: Right }[] = Object.entries(
  access as Readonly<Record<string, Thing>>,
).flatMap(([key, { name: thing, ...verbs }]) =>
  (['see', 'do'] as const).flatMap((verb) =>
    Object.entries(verbs[verb]).map(([field, right]) => ({ name: `${key}.${verb}.${field}`, thing, verb, right })),
  ),
);
