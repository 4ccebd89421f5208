import type { Purpose } from '../audit/accessPurposes.ts';
import { ERASED } from '../shared/erased.ts';
import type { AccessKind } from './accessReasons.ts';
import { accountTitle } from './accountTitles.ts';

/** Each completes "to …". */
export const PURPOSE_WORDS: Readonly<Record<Purpose, string>> = {
  dispute: 'settle a dispute',
  fraud: 'look into a suspicion of fraud',
  support: 'help with a question',
  audit: 'check our own work',
  law: 'answer what the law asks of us',
};

const THINGS: Readonly<Record<string, string>> = {
  account: 'account',
  transaction: 'sale',
  conversation: 'conversation',
  listing: 'listing',
};

const FIELDS: Readonly<Record<string, string>> = {
  address: 'address',
  to: 'return address',
  returnAddress: 'return address',
  bank: 'bank details',
  email: 'e-mail address',
  fullName: 'full name',
  username: 'username',
  content: 'text of a message',
  image: 'picture of a message',
  takenAt: 'the time of a photo',
  evidence: 'photos',
  trackingCode: 'tracking code',
  text: 'text',
  subject: 'subject of a question to support',
  message: 'question to support',
  words: 'statements',
  customerName: 'name',
  shippingAddress: 'address',
  uncategorizedText: 'statements and messages',
};

const ACCESS_KINDS: Readonly<Record<AccessKind, string>> = {
  caseFile: 'the case file',
  history: 'the whole history',
  replay: 'the state of the sale',
  export: 'an export of the whole history',
  bundle: 'its evidence bundle',
  bankEvidence: 'evidence, which went to the buyer’s bank',
  accountFile: 'the page of the account',
  accountList: 'a list of accounts',
  reportedMessage: 'a message and its context',
  eventExport: 'an export of events',
};

/** Whether a whole record was opened, not a single field. */
export const isWholeRecord = ([first = '']: readonly string[]): boolean => Object.hasOwn(ACCESS_KINDS, first);

type AccessReason = { fields: readonly string[]; purpose: Purpose; reason: string | null };

const named = (fields: readonly string[]): string =>
  fields.map((field) => FIELDS[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()).join(', ');

/** `address, tracking code`; for a whole record, `the case file (address, photos)`. */
export const fieldsInWords = (fields: readonly string[]): string => {
  if (!isWholeRecord(fields)) return named(fields);
  const [look, ...clear] = fields as [AccessKind, ...string[]];
  if (clear.length > 0) return `${ACCESS_KINDS[look]} (${named(clear)})`;
  return look === 'eventExport' ? ACCESS_KINDS[look] : `${ACCESS_KINDS[look]}, personal data masked`;
};

/** A reason that the reader wrote is quoted. Nobody is asked for the reason to open a whole record: it is recorded automatically. */
export const accessReasonText = ({ fields, purpose, reason }: AccessReason): string => {
  if (isWholeRecord(fields)) return `Recorded automatically: ${reason ?? ERASED}`;
  return `To ${PURPOSE_WORDS[purpose]}: ${reason === null ? ERASED : `“${reason}”`}`;
};

/** `of Shipping set`; for a whole record, the last event that was read. An export of events is of many histories. */
export const isOfOneHistory = ([first]: readonly string[]): boolean => first !== 'eventExport';

/** The kind of record, from the name of its stream. */
export const thingOpened = (stream: string): string => THINGS[stream.slice(0, stream.indexOf('-'))] ?? 'record';

/** `ShippingSet` → `Shipping set`. */
export const eventInWords = (event: string): string => {
  const title = accountTitle(event);
  if (title !== event) return title;
  const words = event.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
