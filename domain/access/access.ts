import type { personalRights } from './personalRights.ts';
import { READERS, type Right } from './right.ts';

type Rights = Readonly<Record<string, Right>>;

/**
 * Who may see and do what. Deciders, queries, API calls, the OpenAPI document and the roles page all read this table.
 * When a party of a transaction may act is in the process tables.
 */
export const access = {
  account: {
    see: {
      own: { by: ['owner'] },
      file: { by: READERS },
      personal: { by: ['owner'], withReason: ['staff'] },
    },
    do: {
      enter: { by: ['visitor'] },
      manage: { by: ['owner'] },
      secure: { by: ['owner'], fresh: true },
      suspend: { by: ['staff'], fresh: true },
      terminate: { by: ['staff'], fresh: true },
      erase: { by: ['system'] },
    },
  },
  role: {
    see: {
      holders: { by: ['auditor', 'admin'] },
    },
    do: {
      change: { by: ['admin', 'system'], fresh: true },
      grantAlone: { by: ['system'] },
    },
  },
  listing: {
    see: {
      offered: { by: ['visitor'] },
      seller: { by: ['visitor'] },
      soldPrices: { by: ['visitor'] },
      own: { by: ['owner'] },
    },
    do: {
      publish: { by: ['member'] },
      revise: { by: ['owner'] },
      propose: { by: ['member'] },
      answerProposal: { by: ['buyer', 'seller'] },
      retire: { by: ['system'] },
      remove: { by: ['staff', 'system'], fresh: true },
    },
  },
  sale: {
    see: {
      sale: { by: ['buyer', 'seller', 'staff', 'auditor'] },
      quote: { by: ['member'] },
      photo: { by: ['visitor'] },
      bundle: { by: ['buyer', 'seller', 'staff', 'auditor'] },
    },
    do: {
      buy: { by: ['member'] },
      act: { by: ['buyer', 'seller'] },
      rate: { by: ['buyer'] },
      report: { by: ['member'] },
      decide: { by: ['staff'], fresh: true },
    },
  },
  case: {
    see: {
      queue: { by: READERS },
      file: { by: READERS },
    },
    do: {
      closeOrphan: { by: ['staff'], fresh: true },
      work: { by: ['staff', 'system'] },
    },
  },
  conversation: {
    see: {
      messages: { by: ['buyer', 'seller'] },
      image: { by: ['visitor'] },
      reported: { by: READERS },
    },
    do: {
      write: { by: ['buyer', 'seller'] },
      report: { by: ['buyer', 'seller'] },
      resolveReport: { by: ['staff'], fresh: true },
    },
  },
  history: {
    see: {
      events: { by: READERS },
      security: { by: ['auditor', 'admin'] },
      disclosures: { by: ['auditor', 'admin'] },
      behindReason: { by: ['staff', 'auditor'] },
    },
    do: {},
  },
  ledger: {
    see: {
      books: { by: READERS },
    },
    do: {},
  },
  log: {
    see: {
      heads: { by: ['visitor'] },
    },
    do: {},
  },
} as const satisfies Readonly<Record<string, { see: Rights; do: Rights }>>;

type Table = typeof access;
export type Thing = keyof Table;
type Named<Key extends Thing, Verb extends 'see' | 'do'> = `${Key}.${Verb}.${keyof Table[Key][Verb] & string}`;
type CallRight = { [Key in Thing]: Named<Key, 'see'> | Named<Key, 'do'> }[Thing];
export type RightName = CallRight | keyof typeof personalRights;
export type SeenName = Extract<RightName, `${string}.see.${string}`>;
