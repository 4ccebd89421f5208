import type { DomainEvent } from '../events.ts';
import { BELLS, type Bell } from './inAppTypes.ts';
import { NOTICE_BELLS, noticeText, ringsForNotice } from './listingReports.ts';
import { emailsAbout, factsThat, silenceAbout, tellingOf } from './notice.ts';
import type { NotificationType } from './notifications.ts';
import { isProposalFact, PROPOSAL_FACTS, proposalText, saidOfProposal } from './priceOffers.ts';
import { type FactType, filled, type Kept, neededBy, saysOf } from './row.ts';
import { isWatchedFact, newsText, WATCHED_FACTS } from './watchedListings.ts';

type Party = 'buyer' | 'seller';
type Ringing = keyof typeof BELLS;

/** What an account is told beside its sales. */
const OWNERS = {
  BankAccountRejected: 'Your bank account could not be verified. Please check your bank details.',
} as const satisfies { readonly [Type in FactType]?: string };

const isOwners = (type: FactType): type is keyof typeof OWNERS => Object.hasOwn(OWNERS, type);
const isOfSale = (type: FactType): type is Ringing => Object.hasOwn(BELLS, type);
const bellOf = (type: Ringing) => BELLS[type] as Bell<DomainEvent['data']>;

/** Told by email, and why not by the bell. */
const UNHEARD: Readonly<Partial<Record<FactType, string>>> = {
  AccountRegistered: 'who has not verified the address is not signed in',
  PasswordChanged: 'a warning for the owner of the address, where it was somebody else',
  SecondFactorAdded: 'a warning for the owner of the address, where it was somebody else',
  SecondFactorRemoved: 'a warning for the owner of the address, where it was somebody else',
  PasskeyAdded: 'a warning for the owner of the address, where it was somebody else',
  PasskeyRemoved: 'a warning for the owner of the address, where it was somebody else',
  RecoveryCodesRenewed: 'a warning for the owner of the address, where it was somebody else',
  EmailChangeRequested: 'both addresses have a link by email, and the settings show what is waited for',
  EmailChanged: 'a warning for the owner of the address, where it was somebody else',
  EmailChangeEnded: 'a warning for the owner of the address, where it was somebody else',
  BankDetailsProvided: 'a warning for the owner of the address, where it was somebody else',
  BankAccountVerified: 'the end of one’s own step, which the settings show and an email confirms',
  AccountSuspended: 'it signs out everywhere',
  AccountReinstated: 'nobody is signed in when it happens',
  AccountTerminated: 'it signs out everywhere',
  DeletionRequested: 'one’s own action, answered at once; the email warns, where it was somebody else',
  DeletionCancelled: 'one’s own action, answered at once; the email warns, where it was somebody else',
  SupportContacted: 'one’s own action; the email goes to support',
  MessageReported: 'one’s own action; the email goes to support',
  ListingReported: 'one’s own action; the email confirms it, and staff have a case',
  ListingComplaintMade: 'one’s own action; the email confirms it, and staff have a case',
  ReviewReported: 'one’s own action; the email goes to support',
};

/** Why no bell tells a fact; undefined where one does. */
export const bellSilence = (type: FactType): string | undefined =>
  tellingOf(type).notifies || isOfSale(type) || isOwners(type) || isProposalFact(type) || ringsForNotice(type)
    ? undefined
    : (UNHEARD[type] ?? silenceAbout(type));

/** What the party does itself, answered at once: an email confirms it, no bell. */
export const isOwnAction = (type: FactType, party: Party): boolean => isOfSale(type) && bellOf(type)[party] === null;

export const RINGING: readonly FactType[] = [
  ...(Object.keys(BELLS) as Ringing[]),
  ...(Object.keys(OWNERS) as FactType[]),
  ...PROPOSAL_FACTS,
  ...NOTICE_BELLS,
];

/** Whatever puts something into somebody's bell. */
export const BELL_FACTS: readonly FactType[] = [
  ...new Set([...factsThat(({ notifies }) => notifies), ...RINGING, ...WATCHED_FACTS, 'SearchMatched' as const]),
];

type Rung = { to: Party | 'owner'; type: NotificationType; kept: Kept };

/** Whom the bell tells a fact to, beside the eight types of the documents: those whom its emails go to. */
export const rungBy = (event: DomainEvent): Rung[] => {
  const { type, data } = event;
  if (isOwners(type)) return [{ to: 'owner', type: 'account', kept: {} }];
  if (isProposalFact(type)) return saidOfProposal(event).map((said) => ({ ...said, type: 'proposal' }));
  if (!isOfSale(type)) return [];
  const bell = bellOf(type);
  const told = new Set(
    emailsAbout(event, { subject: '', eventId: '', commandId: '', paid: false }).map(({ to }) => to),
  );
  return (['buyer', 'seller'] as const).flatMap((to): Rung[] => {
    const said = bell[to];
    return said && told.has(to) ? [{ to, type: bell.type, kept: neededBy(said, data) }] : [];
  });
};

/** `item`: in quotation marks. An unknown fact, of a newer release, says nothing but that there is news. */
export const rungText = (
  { fact, to, kept }: { fact: FactType; to: Party | 'owner' | 'watcher' | 'reporter'; kept: Kept },
  { away, ...words }: { title: string; other: string; away?: boolean },
): string => {
  if (isOwners(fact)) return OWNERS[fact];
  if (to === 'watcher')
    return isWatchedFact(fact) ? newsText(fact, kept, words.title, away) : `There is news about ${words.title}.`;
  if (isProposalFact(fact)) return proposalText(fact, to, kept, words) ?? `There is news about ${words.title}.`;
  if (to === 'seller' || to === 'reporter') {
    if (ringsForNotice(fact)) return noticeText(fact, to, kept, words.title);
    if (to === 'reporter') return `There is news about ${words.title}.`;
  }
  const said = to === 'owner' || !isOfSale(fact) ? null : bellOf(fact)[to];
  return filled((said && saysOf(said, kept)) ?? 'There is news about {title}.', words);
};
