import { z } from 'zod';
import { CASE_KINDS } from '#domain/transactions/caseKinds.ts';
import { WAITS_FOR } from '#domain/transactions/waitsFor.ts';
import { euros, id, image, paging, person, timestamp } from './common.ts';
import { terminationProposal } from './staffAccounts.ts';

/** `due`: nearest deadline first; `moved`: latest move first; `since`: longest wait first; `claim` and `held`: largest first. */
export const CASE_ORDERS = ['due', 'moved', 'since', 'claim', 'held'] as const;
export type CaseOrder = (typeof CASE_ORDERS)[number];

/** `mine`: of the caller. `none`: unassigned, or assigned to somebody who is no longer staff. */
export const CASE_ASSIGNEES = ['all', 'mine', 'none'] as const;
export type CaseAssignee = (typeof CASE_ASSIGNEES)[number];

/** The proposed termination of an account is counted and filtered like a kind of case. */
export const COUNTED_KINDS = [...CASE_KINDS, 'termination'] as const;

/**
 * GET staff/cases: open cases. `search`: each of its words in sale numbers, usernames, titles, recipients or tracking codes, or as an amount
 * (`150`: 150.00 to 150.99), a whole e-mail address or an account id.
 */
export const caseQuery = z
  .object({
    kind: z.enum([...COUNTED_KINDS, 'all'], { error: 'Unknown kind of case' }).default('all'),
    assignee: z.enum(CASE_ASSIGNEES, { error: 'Unknown filter' }).default('all'),
    snoozed: z.enum(['hidden', 'only', 'shown'], { error: 'Unknown filter' }).default('hidden'),
    search: z.string().trim().max(100, 'At most 100 characters').default(''),
    sort: z.enum(CASE_ORDERS, { error: 'Unknown order' }).default('due'),
    ...paging(20),
  })
  .meta({ id: 'CaseQuery' });
export type CaseQuery = z.output<typeof caseQuery>;

/** One reason why a transaction needs staff; it may have several. `since`: the start of the wait. */
export const staffCase = z
  .object({
    kind: z.enum(CASE_KINDS),
    /** A sentence about the case, without personal data. */
    about: z.string(),
    since: timestamp,
    /** The end of what it waits for now. */
    dueAt: timestamp,
    overdue: z.boolean(),
    /** The member of staff who has taken the case. */
    assignee: person.nullable(),
    /** Colleagues who have the case on the screen now; absent if there are none. */
    readers: z.array(person).optional(),
    /** Null while it is in the queue. */
    snoozedUntil: timestamp.nullable(),
    /** How many internal notes there are. */
    notes: z.int(),
    /** Who can act next. */
    waitsFor: z.enum(WAITS_FOR),
    /** Staff who cannot act on it, because they proposed or decided what it is about. */
    excludes: z.array(id),
    /** What it waits for after that, such as a confirmation after the comments; null if nothing follows. */
    next: z.object({ waitsFor: z.enum(WAITS_FOR), until: timestamp }).nullable(),
    /** Null if the case has no known transaction: provider events and quarantined streams. */
    sale: z
      .object({
        _id: id,
        transactionId: z.string(),
        status: z.string(),
        displayStatus: z.string(),
        listing: z.object({ _id: id, title: z.string(), images: z.array(image) }),
        buyer: person,
        seller: person,
        /** `captured`: in total. `held`: the part that we still hold. */
        captured: euros,
        held: euros,
        /** Currency of both; absent: euros. */
        currency: z.string().optional(),
        /** The claim of an open dispute. */
        claim: euros.nullable(),
        /** The category of an open dispute. */
        category: z.string().nullable(),
        /** Ms from the shipment to an open claim of the buyer, if less than a day; otherwise null. */
        claimedSoon: z.int().nullable(),
        /** The latest statement, decision or provider event; null before the first. */
        lastMove: z.object({ event: z.string(), at: timestamp }).nullable(),
        /** How many photos the parties added to their statements. */
        evidence: z.int(),
      })
      .nullable(),
    /**
     * The provider's event or object, for `orphanFact`, `impossibleFact` and `unmatchedObject`; for `alteredFile` the place of the picture.
     */
    orphan: z
      .object({
        eventId: z.string(),
        fact: z.string(),
        reference: z.string(),
        amount: euros.nullable(),
        /** Absent: euros. */
        currency: z.string().optional(),
      })
      .nullable(),
    /** Only for `quarantined`: where the stream stopped, and why. */
    quarantine: z
      .object({ stream: z.string(), revision: z.int(), position: z.string(), event: z.string(), reason: z.string() })
      .nullable(),
  })
  .meta({ id: 'StaffCase' });
export type StaffCase = z.infer<typeof staffCase>;

/** A sale in any state that the search of the queue names. */
export const foundSale = z
  .object({
    _id: id,
    transactionId: z.string(),
    title: z.string(),
    displayStatus: z.string(),
    createdAt: timestamp,
    buyer: person,
    seller: person,
  })
  .meta({ id: 'FoundSale' });
export type FoundSale = z.infer<typeof foundSale>;

/**
 * `counts`: the cases of each kind under the search and all filters but the kind; kinds without a case are absent. `sales`: other sales by
 * number, whole tracking code, or username, e-mail address or id of a party; on the first page, newest first, at most 50. `terminations`:
 * accounts whose termination waits for a second person, the oldest first. They come before the cases, and `totalCount` counts both.
 */
export const casePage = z
  .object({
    cases: z.array(staffCase),
    totalCount: z.int(),
    hasMore: z.boolean(),
    counts: z.partialRecord(z.enum(COUNTED_KINDS), z.int()),
    sales: z.array(foundSale),
    terminations: z.array(terminationProposal),
  })
  .meta({ id: 'CasePage' });
export type CasePage = z.infer<typeof casePage>;
