import type { DomainEvent } from '../events.ts';
import { ACCOUNT_TELLINGS } from './accounts.ts';
import type { Addressed, Silence, Surroundings, ToColleagues } from './emails.ts';
import { NOTICE_TELLINGS } from './listingReports.ts';
import {
  ATTESTATION_TELLINGS,
  BUYER_TELLINGS,
  CONVERSATION_TELLINGS,
  DISCLOSURE_TELLINGS,
  INBOX_TELLINGS,
  LISTING_TELLINGS,
  LOG_KEY_TELLINGS,
  ORPHAN_TELLINGS,
  REVIEW_TELLINGS,
  SEARCH_TELLINGS,
  SECURITY_TELLINGS,
  WATCHING_TELLINGS,
} from './others.ts';
import type { FactType, Telling, Tellings } from './row.ts';
import { SALE_TELLINGS } from './transactions.ts';

/** What every fact of the marketplace means to people, complete by its type. */
export const TELLINGS: Tellings<FactType> = {
  ...ACCOUNT_TELLINGS,
  ...LISTING_TELLINGS,
  ...BUYER_TELLINGS,
  ...SALE_TELLINGS,
  ...CONVERSATION_TELLINGS,
  ...INBOX_TELLINGS,
  ...ATTESTATION_TELLINGS,
  ...ORPHAN_TELLINGS,
  ...LOG_KEY_TELLINGS,
  ...SECURITY_TELLINGS,
  ...DISCLOSURE_TELLINGS,
  ...WATCHING_TELLINGS,
  ...SEARCH_TELLINGS,
  ...NOTICE_TELLINGS,
  ...REVIEW_TELLINGS,
};

type Data = DomainEvent['data'];
export const tellingOf = (type: FactType) => TELLINGS[type] as Telling<Data>;

const isSilent = (emails: Telling<Data>['emails']): emails is Silence => 'silent' in emails;

/** Why no email of its own tells a fact; undefined where one does. */
export const silenceAbout = (type: FactType): string | undefined => {
  const { emails } = tellingOf(type);
  return isSilent(emails) ? emails.silent : undefined;
};

const TYPES = Object.keys(TELLINGS) as FactType[];

/** The facts whose row satisfies it. */
export const factsThat = (does: (telling: Telling<Data>) => unknown): FactType[] =>
  TYPES.filter((type) => does(tellingOf(type)));

/** Whom a fact is told to by email. */
export const emailsAbout = ({ type, data }: DomainEvent, around: Surroundings): readonly Addressed[] => {
  const { emails } = tellingOf(type);
  if (isSilent(emails)) return [];
  return typeof emails === 'function' ? emails(data, around) : emails;
};

export const staffEmailAbout = ({ type, data }: DomainEvent, around: Surroundings): ToColleagues | null =>
  tellingOf(type).toStaff?.(data, around) ?? null;
