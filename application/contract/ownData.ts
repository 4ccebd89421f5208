import { z } from 'zod';
import { maskedBankDetails, profile } from './accounts.ts';
import { id, timestamp } from './common.ts';
import { listing } from './listings.ts';
import { notification } from './notifications.ts';
import { accountStatus } from './settings.ts';
import { transaction } from './transactions.ts';

/** GET user/data: everything about oneself, newest first, to keep or to take elsewhere. */
export const ownData = z
  .object({
    exportedAt: timestamp,
    profile,
    accountStatus,
    bankDetails: maskedBankDetails.shape.maskedDetails,
    listings: z.array(listing),
    /** Purchases and sales. */
    transactions: z.array(transaction),
    ratings: z.object({
      received: z.array(z.object({ transactionId: id, rating: z.int(), ratedAt: timestamp })),
    }),
    notifications: z.array(notification),
    questionsToSupport: z.array(
      z.object({ subject: z.string().nullable(), message: z.string().nullable(), askedAt: timestamp }),
    ),
  })
  .meta({ id: 'OwnData' });

export type OwnData = z.infer<typeof ownData>;
