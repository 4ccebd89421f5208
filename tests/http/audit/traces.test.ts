import { describe, expect, test } from 'vitest';
import { everyCall } from '../everyCall.ts';

const OFFICES = ['staff', 'auditor', 'admin'];

/** Every call that gives staff, auditors or admins access to other people’s data. */
const callsOfOffices = everyCall.filter(({ may: { by, withReason = [] } }) =>
  [...by, ...withReason].some((who) => OFFICES.includes(who)),
);
const nameOf = ({ method, path }: (typeof everyCall)[number]): string => `${method} ${path}`;

/** These calls log an event that the concerned person can read: `audit.slow.test.ts` checks each. */
const LEAVES_A_TRACE = [
  'get staff/cases/{id}',
  'get staff/cases/{id}/evidence/{chargebackId}',
  'get transaction/{id}',
  'get transaction/{id}/details',
  'get transaction/{id}/bundle',
  'get audit/streams/{stream}',
  'get audit/events',
  'get audit/events/histogram',
  'get audit/events/export',
  'get audit/streams/{stream}/segments/{n}',
  'get audit/sales/{id}/at',
  'get audit/sales/{id}/export',
  'get staff/message-reports',
  'get staff/accounts',
  'get staff/accounts/{id}',
  'post staff/accounts/{id}/suspend',
  'post staff/accounts/{id}/reinstate',
  'post staff/accounts/{id}/terminate',
  'post staff/accounts/{id}/terminate/confirm',
  'post staff/accounts/{id}/terminate/reject',
  'post disclosures',
  'post transaction/{id}/dispute/decide',
  'post transaction/{id}/dispute/confirm-decision',
  'post transaction/{id}/dispute/reject-decision',
  'post transaction/{id}/dispute/counter-decision',
  'post transaction/{id}/dispute/ask',
  'post transaction/{id}/case/close',
  'post transaction/{id}/chargeback/end',
  'post transaction/{id}/chargeback/end/confirm',
  'post transaction/{id}/chargeback/end/reject',
  'post transaction/{id}/chargeback/end/counter',
  'post transaction/{id}/chargeback/evidence',
  'post transaction/{id}/outside/settle',
  'post transaction/{id}/outside/confirm',
  'post transaction/{id}/outside/reject',
  'post transaction/{id}/outside/counter',
  'post transaction/{id}/difference/book',
  'post transaction/{id}/refund/retry',
  'post transaction/{id}/hold',
  'post transaction/{id}/hold/lift',
];

const OWN = 'it tells whoever asks of their own alone';
const NOTHING = 'it answers nothing';
const TO_STAFF = 'what was reported is public, and what people wrote about it they wrote to staff';
const NO_WORDS = 'names, sums and times; nothing that is closed to others is in clear there';
const COLLEAGUES = 'it tells of colleagues, by the role that they hold or are to be given';

/** The reason why the others log nothing. */
const NEEDS_NONE: Readonly<Record<string, string>> = {
  'get seller/bank-details': OWN,
  'get transaction/history': OWN,
  'get transaction/my-transactions': OWN,
  'get transaction/needs-you': OWN,
  'get transaction/{id}/receipts': OWN,
  'post staff/message-reports/{id}/resolve': NOTHING,
  'post staff/review-reports/{id}/resolve': NOTHING,
  'post staff/listing-reports/{id}/decide': NOTHING,
  'post staff/listing-reports/{id}/answer': NOTHING,
  'post staff/orphans/{eventId}/close': NOTHING,
  'get staff/cases/{id}/consequences': 'it tells sums and usernames of a case file, which is logged',
  'get staff/cases/{id}/desk': 'it tells how staff share the work, beside the case file, which is logged',
  'put staff/cases/{id}/reading': 'it tells which colleagues read the case now',
  'get staff/views/{list}': OWN,
  'post staff/views/{list}': OWN,
  'post staff/views/{list}/delete': OWN,
  'post staff/cases/{id}/assign': NOTHING,
  'post staff/cases/{id}/unassign': NOTHING,
  'post staff/cases/{id}/snooze': NOTHING,
  'post staff/cases/{id}/snooze/end': NOTHING,
  'post staff/cases/{id}/notes': NOTHING,
  'post staff/listings/{id}/remove': NOTHING,
  'get staff/review-reports': TO_STAFF,
  'get staff/listing-reports': TO_STAFF,
  'get staff/cases': NO_WORDS,
  'get audit/streams': NO_WORDS,
  'get audit/streams/{stream}/effects': NO_WORDS,
  'get audit/streams/{stream}/changes': 'it tells that a history has changed, and nothing of it',
  'get audit/streams/{stream}/opened': 'it repeats what the same reader opened today, which is logged',
  'get audit/ledger': NO_WORDS,
  'get audit/work': NO_WORDS,
  'get audit/refusals': NO_WORDS,
  'get audit/ledger/export': NO_WORDS,
  'get audit/counterfactual': NO_WORDS,
  'get audit/security': NO_WORDS,
  'get audit/disclosures': 'it tells the traces themselves',
  'get admin/accounts-with-roles': COLLEAGUES,
  'post admin/roles/grant': COLLEAGUES,
  'post admin/roles/confirm': COLLEAGUES,
  'post admin/roles/withdraw': COLLEAGUES,
  'post admin/roles/revoke': COLLEAGUES,
  'get proof/inclusion': 'it tells hashes',
  'get proof/stream/{stream}': 'personal fields are ciphertext there, and what is stored in clear is withheld',
};

describe('each call that shows staff the data of others', () => {
  test('is logged, or names a reason why not', () => {
    const known = [...LEAVES_A_TRACE, ...Object.keys(NEEDS_NONE)];
    expect(callsOfOffices.map(nameOf).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('is listed once and exists', () => {
    const known = [...LEAVES_A_TRACE, ...Object.keys(NEEDS_NONE)];
    expect(new Set(known).size).toBe(known.length);
    expect(known.filter((name) => !callsOfOffices.map(nameOf).includes(name))).toEqual([]);
  });

  test.each(Object.entries(NEEDS_NONE).filter(([, reason]) => reason === NOTHING))('%s answers nothing', (name) => {
    expect(callsOfOffices.find((call) => nameOf(call) === name)?.response).toBeUndefined();
  });
});
