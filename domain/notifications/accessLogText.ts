import type { Purpose } from '../audit/accessPurposes.ts';
import type { AccessKind } from './accessReasons.ts';
import { accountTitle } from './accountTitles.ts';

/** Completes "to …". */
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
  takenAt: 'when a photo was taken',
  evidence: 'photos',
  trackingCode: 'tracking code',
  text: 'text',
  subject: 'subject of a question to support',
  message: 'question to support',
  words: 'what was said',
};

const LOOKS: Readonly<Record<AccessKind, string>> = {
  caseFile: 'the case file',
  history: 'the whole history',
  replay: 'how the sale stood',
  export: 'an export of the whole history',
  bundle: 'the bundle of its facts',
  accountFile: 'the page of the account',
  accountList: 'a list of accounts',
  reportedMessage: 'a message, and those around it',
};

/** Whether a whole sale, an account or a message was looked at, and not a field opened. */
export const isWholeRecord = ([first = '']: readonly string[]): boolean => Object.hasOwn(LOOKS, first);

const named = (fields: readonly string[]): string =>
  fields.map((field) => FIELDS[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()).join(', ');

/** `address, tracking code`; of a look `the case file (address, photos)`. */
export const fieldsInWords = (fields: readonly string[]): string => {
  if (!isWholeRecord(fields)) return named(fields);
  const [look, ...clear] = fields as [AccessKind, ...string[]];
  return clear.length > 0 ? `${LOOKS[look]} (${named(clear)})` : `${LOOKS[look]}, with nothing personal in clear`;
};

/** `sale`, from the stream that was opened. */
export const thingOpened = (stream: string): string => THINGS[stream.slice(0, stream.indexOf('-'))] ?? 'record';

/** `ShippingSet` → `Shipping set`. */
export const eventInWords = (event: string): string => {
  const title = accountTitle(event);
  if (title !== event) return title;
  const words = event.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
