import type { Purpose } from '../audit/accessPurposes.ts';
import { ERASED } from '../shared/erased.ts';
import { shortTransactionId } from '../shared/shortIds.ts';
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

const RECORDS: Readonly<Record<string, string>> = {
  account: 'the account',
  case: 'the work on a case',
  conversation: 'a conversation',
  listing: 'a listing',
  notice: 'the reports of a listing',
  review: 'a review',
  disclosure: 'an access log',
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

/** The access of a reader to a whole record. `events`: it was read up to an event. */
const ACCESS_KINDS: Readonly<Record<AccessKind, { did: string; events?: true }>> = {
  caseFile: { did: 'viewed the case of', events: true },
  history: { did: 'viewed the history of', events: true },
  replay: { did: 'viewed the state of', events: true },
  export: { did: 'exported the history of', events: true },
  bundle: { did: 'downloaded the record of', events: true },
  bankEvidence: { did: 'sent evidence to the buyer’s bank about' },
  accountFile: { did: 'viewed the page of' },
  accountList: { did: 'viewed a list with' },
  reportedMessage: { did: 'viewed a message and its context in' },
  eventExport: { did: 'exported events of many histories' },
};

/** Whether a whole record was opened, not a single field. */
export const isWholeRecord = ([first = '']: readonly string[]): boolean => Object.hasOwn(ACCESS_KINDS, first);

/** The people concerned, where no single one is named: those of an export, or erased ones. */
export const concernedText = ([kind]: readonly string[]): string =>
  kind === ('eventExport' satisfies AccessKind) ? 'Many people' : ERASED;

type AccessReason = { fields: readonly string[]; purpose: Purpose; reason: string | null };

/** `address, tracking code` */
export const fieldsInWords = (fields: readonly string[]): string =>
  fields.map((field) => FIELDS[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()).join(', ');

/** The name of a record: the number of a sale, or its kind. */
const recordName = (stream: string): string => {
  const [category = '', id = ''] = stream.split('-');
  return category === 'transaction' ? shortTransactionId(id) : (RECORDS[category] ?? 'a record');
};

type Access = { of: string; revision: number; event: string; fields: readonly string[] };

/** One sentence: `did`, the name of the `record`, `more`. An export of events names no record. */
export const accessText = ({ of, revision, event, fields }: Access): { did: string; record: string; more: string } => {
  if (!isWholeRecord(fields))
    return { did: `opened ${fieldsInWords(fields)} of`, record: recordName(of), more: ` (${eventInWords(event)})` };
  const [kind, ...clear] = fields as [AccessKind, ...string[]];
  const { did, events } = ACCESS_KINDS[kind];
  if (kind === 'eventExport') return { did, record: '', more: '' };
  const upTo = events ? ` (events 0–${revision})` : '';
  const seen = clear.length > 0 ? `, with ${fieldsInWords(clear)}` : ', personal data hidden';
  return { did, record: recordName(of), more: `${upTo}${seen}` };
};

/** A reason that the reader wrote is quoted. Nobody is asked for the reason to open a whole record: it is recorded automatically. */
export const accessReasonText = ({ fields, purpose, reason }: AccessReason): string => {
  if (isWholeRecord(fields)) return `Recorded automatically: ${reason ?? ERASED}`;
  return `To ${PURPOSE_WORDS[purpose]}: ${reason === null ? ERASED : `“${reason}”`}`;
};

/** `ShippingSet` → `Shipping set`. */
export const eventInWords = (event: string): string => {
  const title = accountTitle(event);
  if (title !== event) return title;
  const words = event.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
