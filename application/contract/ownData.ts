import { z } from 'zod';
import { dataAccess } from './accessLog.ts';
import { accountStatus, chosenAppearance, maskedBankDetails, profile } from './accounts.ts';
import { id, timestamp } from './common.ts';
import { blockedPeople } from './conversations.ts';
import { listing } from './listings.ts';
import { ownReport } from './moderation.ts';
import { chosenEmails, notification, pushStatus } from './notifications.ts';
import { priceOffer } from './priceOffers.ts';
import { ownReviews } from './reviews.ts';
import { savedSearch } from './savedSearches.ts';
import { passkeys } from './secondFactors.ts';
import { openSessions } from './signIn.ts';
import { transactionDetail } from './transactions.ts';
import { watchedListing } from './watchList.ts';

/** The description of each part, which is in the file itself. */
export const OWN_DATA_DESCRIPTIONS = {
  profile: 'Your account: names, addresses and shipping rates',
  settings: 'Your appearance and e-mail settings',
  authenticator: 'When you set up your authenticator app; never its key',
  passkeys: 'Your passkeys with the names that you gave them',
  sessions: 'Where you are signed in',
  pushes: 'Your devices with push, and what they get daily or not at all',
  accountStatus: 'Whether your account is active',
  bankDetails: 'Your bank details, masked',
  listings: 'Your listings, including those that our staff removed, and why',
  watching: 'Your watch list',
  priceProposals: 'Price offers that you sent or received: all open ones, and the latest ended ones',
  savedSearches: 'Your saved searches',
  transactions: 'Your purchases and sales, with the statements of their disputes and returns',
  ratings: 'Ratings that you received and gave',
  reviews: 'Reviews and answers that you wrote, and reviews that you reported',
  notifications: 'Your notifications',
  conversations: 'Messages that you sent and received',
  messageReports: 'Messages that you reported, and why',
  listingReports: 'Listings that you reported, and the decisions about them and your own listings',
  blocked: 'People that you blocked',
  openings: 'Who opened which of your personal data, for what purpose and reason',
  security:
    'Your sign-ins and refused sign-ins, refused calls, and changes of your address, passwords, second factors, roles and status',
  emailChanges: 'Changes of your e-mail address that you requested, and their outcome',
  questionsToSupport: 'Your questions to our support',
} as const;

const stars = z.object({ transactionId: id, rating: z.int(), ratedAt: timestamp });

/** GET user/data: all data of the caller, newest first. */
export const ownData = z
  .object({
    exportedAt: timestamp,
    /** Describes each part below. */
    contents: z.record(
      z.enum(Object.keys(OWN_DATA_DESCRIPTIONS) as (keyof typeof OWN_DATA_DESCRIPTIONS)[]),
      z.string(),
    ),
    profile,
    settings: z.object({ appearance: chosenAppearance, emails: chosenEmails }),
    authenticator: z.object({ addedAt: timestamp }).nullable(),
    passkeys: passkeys.shape.passkeys,
    sessions: openSessions.shape.sessions,
    pushes: z.array(pushStatus.pick({ silent: true, daily: true })),
    accountStatus,
    bankDetails: maskedBankDetails.shape.maskedDetails,
    /** `removed`: by staff; `reason` is null until the seller gets it. */
    listings: z.array(
      listing.extend({ removed: z.object({ at: timestamp.nullable(), reason: z.string().nullable() }).nullable() }),
    ),
    watching: z.array(watchedListing),
    priceProposals: z.array(priceOffer),
    savedSearches: z.array(savedSearch),
    /** Purchases and sales, with the statements of their disputes and returns. */
    transactions: z.array(transactionDetail),
    ratings: z.object({
      received: z.array(stars),
      given: z.array(stars),
    }),
    reviews: ownReviews,
    notifications: z.array(notification),
    /** The messages of both people, as both see them on the screen. Of the other person only the name. */
    conversations: z.array(
      z.object({
        conversationId: z.string(),
        role: z.enum(['buyer', 'seller']),
        with: z.string(),
        listing: z.object({ _id: id, title: z.string() }),
        messages: z.array(
          z.object({
            _id: id,
            own: z.boolean(),
            content: z.string(),
            /** The name of its file. */
            image: z.string().nullable(),
            sentAt: timestamp,
          }),
        ),
      }),
    ),
    messageReports: z.array(z.object({ messageId: id, reason: z.string(), reportedAt: timestamp })),
    listingReports: z.array(ownReport),
    blocked: blockedPeople,
    /** Accesses to the caller's personal data. */
    openings: z.array(dataAccess),
    /** Sign-ins, refusals, and changes of secrets, roles and status. Only some are stored if one kind occurs often in a day. */
    security: z.array(
      z.object({
        at: timestamp,
        type: z.string(),
        way: z.string().nullable(),
        why: z.string().nullable(),
        call: z.string().nullable(),
        role: z.string().nullable(),
        secondFactor: z.boolean().nullable(),
        /** Its number among the events of its kind that day; null if every event is stored. */
        times: z.int().nullable(),
      }),
    ),
    /** `outcome`: `ended`: withdrawn, refused or taken by somebody else. `notConfirmed`: waiting, lapsed or replaced. */
    emailChanges: z.array(
      z.object({
        email: z.string().nullable(),
        requestedAt: timestamp,
        outcome: z.enum(['changed', 'ended', 'notConfirmed']),
      }),
    ),
    questionsToSupport: z.array(
      z.object({ subject: z.string().nullable(), message: z.string().nullable(), askedAt: timestamp }),
    ),
  })
  .meta({ id: 'OwnData' });
export type OwnData = z.infer<typeof ownData>;
