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

/** What each part of the file holds, in the words that stand in it. */
export const OWN_DATA_IN_WORDS = {
  profile: 'Your account: names, addresses, what you take for shipping',
  settings: 'How your screens look, and which emails you want',
  authenticator: 'When you set up the authenticator app that is in use; never its key',
  passkeys: 'Your passkeys, by the names that you gave them',
  sessions: 'Where you are signed in',
  pushes: 'Your devices that are called, and for what they are not, or once a day',
  accountStatus: 'Whether your account is active',
  bankDetails: 'Where you are paid, masked',
  listings: 'What you offer and have offered; also what our staff took off the market, and why',
  watching: 'What you watch',
  priceProposals: 'Prices that you have proposed or were offered: all open ones, and those that ended last',
  savedSearches: 'The searches that you have saved',
  transactions: 'Your purchases and sales, with what was said in their disputes and returns',
  ratings: 'How buyers have rated you, and how you have rated sellers',
  reviews: 'What you wrote about sellers or answered to buyers, and which reviews you have reported',
  notifications: 'What you were told of here',
  conversations: 'Your messages, and what others wrote to you',
  messageReports: 'Messages that you have reported, and why',
  listingReports: 'Listings that you have reported, and what was decided about them and about yours',
  blocked: 'Whom you have blocked',
  openings: 'Who opened personal data of yours, what, for what purpose and with which reason',
  security:
    'When you signed in or were kept out, what was refused to you, and changes of your address, passwords, second factors, roles and standing',
  emailChanges: 'Which e-mail addresses you have asked for, and which of them became yours',
  questionsToSupport: 'What you have asked our support',
} as const;

const stars = z.object({ transactionId: id, rating: z.int(), ratedAt: timestamp });

/** GET user/data: everything about oneself, newest first, to keep or to take elsewhere. */
export const ownData = z
  .object({
    exportedAt: timestamp,
    /** What each part below holds. */
    contents: z.record(z.enum(Object.keys(OWN_DATA_IN_WORDS) as (keyof typeof OWN_DATA_IN_WORDS)[]), z.string()),
    profile,
    settings: z.object({ appearance: chosenAppearance, emails: chosenEmails }),
    authenticator: z.object({ addedAt: timestamp }).nullable(),
    passkeys: passkeys.shape.passkeys,
    sessions: openSessions.shape.sessions,
    pushes: z.array(pushStatus.pick({ silent: true, daily: true })),
    accountStatus,
    bankDetails: maskedBankDetails.shape.maskedDetails,
    /** `removed`: by staff; its `reason` is null of those about which nothing was told yet. */
    listings: z.array(
      listing.extend({ removed: z.object({ at: timestamp.nullable(), reason: z.string().nullable() }).nullable() }),
    ),
    watching: z.array(watchedListing),
    priceProposals: z.array(priceOffer),
    savedSearches: z.array(savedSearch),
    /** Purchases and sales, with what was said in their disputes and returns. */
    transactions: z.array(transactionDetail),
    ratings: z.object({
      received: z.array(stars),
      given: z.array(stars),
    }),
    reviews: ownReviews,
    notifications: z.array(notification),
    /** What the two wrote to each other, as both can read it on the screen; of the other person no more than the name. */
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
    /** Who opened personal data of one’s own, what and why. */
    openings: z.array(dataAccess),
    /** Sign-ins and refusals of the account, and what became of its secrets, roles and standing. Of many of a kind a day some stand here. */
    security: z.array(
      z.object({
        at: timestamp,
        type: z.string(),
        way: z.string().nullable(),
        why: z.string().nullable(),
        call: z.string().nullable(),
        role: z.string().nullable(),
        secondFactor: z.boolean().nullable(),
        /** The how-manieth of its kind that day; null where each is told. */
        times: z.int().nullable(),
      }),
    ),
    /** `outcome`: `ended` where it was taken back, refused or taken by somebody else, `notConfirmed` where it waits, lapsed or was replaced. */
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
