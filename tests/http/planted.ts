import { access } from '#domain/access/access.ts';
import { personalRights } from '#domain/access/personalRights.ts';
import { type Parties, type Right, towards, type Viewer, type Who } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import { ADDRESS, type Member } from '#tests/support/marketplace.ts';
import type { Sold } from './sale.ts';

export const PEOPLE = ['visitor', 'buyer', 'seller', 'stranger', 'staff', 'auditor', 'admin', 'insider'] as const;
export type Person = (typeof PEOPLE)[number];
/** Roles besides member. The insider is a member of staff who buys. */
export const ROLES_OF: Readonly<Record<Person, readonly Role[]>> = {
  visitor: [],
  buyer: [],
  seller: [],
  stranger: [],
  staff: ['staff'],
  auditor: ['auditor'],
  admin: ['admin'],
  insider: ['staff'],
};

/** Unique words: an answer that contains one has read that field. */
export const WORDS = {
  ownAddress: 'Gasthuisstraat 77',
  ownAddressOfInsider: 'Binnenweg 12',
  claim: 'A wing broke off the planted dragon',
  claimOfInsider: 'A planted knight without its sword',
  rationale: 'The planted photos show it',
  before: 'Planted before the threat',
  threat: 'A planted threat',
  report: 'A planted reason for the report',
  suspension: 'Planted: sold casts',
  question: 'A planted question to support',
  archived: 'A planted and archived dragon',
  opening: 'Planted: they asked where it went',
};

/** A place where a word may be shown, and the right for it. */
export type Planted = {
  text: string;
  who: (viewer: Viewer) => readonly Who[];
  under: (path: string) => Right | undefined;
};

const isHistory = (path: string) => /^audit\/(streams|sales)/.test(path);
const ownOf =
  (owner: Member) =>
  ({ id, roles }: Viewer): readonly Who[] =>
    id === owner.id ? ['owner', ...roles] : roles;
const partiesOf =
  (parties: Parties) =>
  (viewer: Viewer): readonly Who[] =>
    towards(parties, viewer);

/** By the name used in a test’s message. */
export const plantedWith = (
  { buyer, seller, insider, staff }: Record<'buyer' | 'seller' | 'insider' | 'staff', Member>,
  sold: Sold,
): Record<string, Planted> => {
  const { account, sale: transaction, history, listing, ledger, log } = access;
  const ofTransaction = partiesOf({ buyerId: buyer.id, sellerId: seller.id });
  const ofInsider = partiesOf({ buyerId: insider.id, sellerId: seller.id });
  const said = (): Right => personalRights['sale.see.words'];
  const personal = (): Right => account.see.personal;
  return {
    'an address for a sale': {
      text: ADDRESS.streetAddress1,
      who: ofTransaction,
      under: () => personalRights['sale.see.address'],
    },
    'an own address': { text: WORDS.ownAddress, who: ownOf(buyer), under: personal },
    'the address of staff': { text: WORDS.ownAddressOfInsider, who: ownOf(insider), under: personal },
    'a masked bank account': { text: 'NL91 **** **** 4300', who: ownOf(seller), under: personal },
    'a whole bank account': { text: 'NL91ABNA0417164300', who: ownOf(seller), under: () => undefined },
    'a claim': { text: WORDS.claim, who: ofTransaction, under: said },
    'the claim of staff who bought': { text: WORDS.claimOfInsider, who: ofInsider, under: said },
    // the parties read its draft before it takes effect
    'a proposed decision': { text: WORDS.rationale, who: ofTransaction, under: said },
    'the deadline of a second person': {
      text: 'decisionConfirmation',
      who: ofTransaction,
      under: (path) => (isHistory(path) ? history.see.events : personalRights['sale.see.internals']),
    },
    'a message': {
      text: WORDS.before,
      who: ofTransaction,
      under: (path) =>
        path.startsWith('staff/message-reports')
          ? personalRights['conversation.see.aroundReported']
          : personalRights['conversation.see.said'],
    },
    'a reported message': {
      text: WORDS.threat,
      who: ofTransaction,
      under: (path) =>
        path.startsWith('staff/message-reports')
          ? personalRights['conversation.see.reportedMessage']
          : personalRights['conversation.see.said'],
    },
    'why it was reported': {
      text: WORDS.report,
      who: ownOf(buyer),
      under: (path) => {
        const own = path.startsWith('user/') || path.startsWith('messages/');
        return own ? account.see.own : personalRights['conversation.see.whyReported'];
      },
    },
    'why somebody was suspended': {
      text: WORDS.suspension,
      who: ({ roles }) => roles,
      under: () => personalRights['account.see.sanctions'],
    },
    'a question to support': {
      text: WORDS.question,
      who: ownOf(buyer),
      under: (path) => (isHistory(path) ? personalRights['account.see.questions'] : account.see.own),
    },
    'an e-mail address': {
      text: staff.email,
      who: ownOf(staff),
      under: () => personalRights['account.see.email'],
    },
    'an archived listing': {
      text: WORDS.archived,
      who: ownOf(seller),
      under: (path) => (isHistory(path) || path.startsWith('audit/events') ? history.see.events : listing.see.own),
    },
    'a line of the books': {
      text: `escrow:${sold.id}`,
      who: ofTransaction,
      under: (path) => {
        if (isHistory(path)) return history.see.events;
        if (path.endsWith('/bundle')) return transaction.see.bundle;
        return path.startsWith('audit/ledger') ? ledger.see.books : access.case.see.file;
      },
    },
    'a case': {
      text: '"kind":"confirmation"',
      who: ({ roles }) => roles,
      under: (path) => (path.startsWith('staff/cases?') ? access.case.see.queue : access.case.see.file),
    },
    'an event as it is stored': {
      text: 'reliquary.fact/1',
      who: (viewer) => [...ofTransaction(viewer), ...viewer.roles],
      under: (path) => {
        // receipts of one’s own acts
        if (path.endsWith('/receipts')) return transaction.see.sale;
        if (path.endsWith('/bundle')) return transaction.see.bundle;
        return path.startsWith('proof/stream') ? history.see.events : undefined;
      },
    },
    'the state of the log': {
      text: '"unsealedSince"',
      who: ({ roles }) => roles,
      under: (path) => (path.startsWith('proof/log') ? log.see.heads : undefined),
    },
    'who signed in': {
      text: '"SignInSucceeded"',
      // in the export of one’s own data
      who: ({ id, roles }) => (id === '' ? roles : ['owner', ...roles]),
      under: (path) => {
        if (path.startsWith('user/data')) return account.see.own;
        return /^audit.(security|streams.security-)/.test(path) ? access.history.see.security : undefined;
      },
    },
    'why something was opened': {
      text: WORDS.opening,
      who: ownOf(buyer),
      under: (path) =>
        path.startsWith('audit/disclosures') ? history.see.disclosures : personalRights['history.see.whyOpened'],
    },
    'an offer': { text: 'A planted offer', who: ownOf(seller), under: () => listing.see.offered },
  };
};
