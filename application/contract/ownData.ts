import { z } from 'zod';
import { maskedBankDetails, profile } from './accounts.ts';
import { id, timestamp } from './common.ts';
import { disclosure } from './disclosures.ts';
import { listing } from './listings.ts';
import { blockedPeople } from './messages.ts';
import { notification } from './notifications.ts';
import { accountStatus } from './settings.ts';
import { transactionDetail } from './transactions.ts';

/** GET user/data: everything about oneself, newest first, to keep or to take elsewhere. */
export const ownData = z
  .object({
    exportedAt: timestamp,
    profile,
    accountStatus,
    bankDetails: maskedBankDetails.shape.maskedDetails,
    listings: z.array(listing),
    /** Purchases and sales, with what was said in their disputes and returns. */
    transactions: z.array(transactionDetail),
    ratings: z.object({
      received: z.array(z.object({ transactionId: id, rating: z.int(), ratedAt: timestamp })),
    }),
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
    blocked: blockedPeople,
    /** Who opened personal data of one’s own, what and why. */
    openings: z.array(disclosure),
    questionsToSupport: z.array(
      z.object({ subject: z.string().nullable(), message: z.string().nullable(), askedAt: timestamp }),
    ),
  })
  .meta({ id: 'OwnData' });

export type OwnData = z.infer<typeof ownData>;
