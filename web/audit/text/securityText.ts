import type { SecurityEventAnswer, SecurityKind } from '#application/contract/audit.ts';
import { accountTitle } from '#domain/notifications/accountTitles.ts';
import { SECURITY_TITLES, WAYS, whyRefused } from '#domain/notifications/securityLogText.ts';

export const KINDS: Readonly<Record<SecurityKind, string>> = {
  signIns: 'Sign-ins',
  refusedSignIns: 'Refused sign-ins',
  refusedAccess: 'Refused access',
  roles: 'Roles',
  secrets: 'Passwords, second factors, addresses',
  standing: 'Suspensions',
};

export const titleOf = ({ type }: Pick<SecurityEventAnswer, 'type'>): string =>
  (SECURITY_TITLES as Record<string, string>)[type] ?? accountTitle(type);

/** `wrong password, by password`, `auditor`, `GET audit/ledger: without the role for it`. */
export const detailOf = ({ way, why, call, role, secondFactor, by }: SecurityEventAnswer): string =>
  [
    role,
    call,
    why && whyRefused(why),
    way && WAYS[way],
    secondFactor && 'with a second factor',
    by && `by ${by.username}`,
  ]
    .filter(Boolean)
    .join(', ');

const ORDINAL = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** `30th that day`; empty for the first. */
export const timesOf = ({ times }: Pick<SecurityEventAnswer, 'times'>): string =>
  times > 1 ? `${times.toLocaleString('en-GB')}${ENDS[ORDINAL.select(times)]} that day` : '';

/** For a name or number that matches nobody and nothing. */
export const nobodyCalled = (name: string): string =>
  /^TX[0-9A-Z]{8}$/i.test(name) ? `No sale is called “${name}”.` : `No person is called “${name}”.`;
