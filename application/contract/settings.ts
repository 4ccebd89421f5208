import { z } from 'zod';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { maskedBankDetails, profile, sessionUser, shippingRates, userStats } from './accounts.ts';
import { euros, timestamp } from './common.ts';

/** PUT users/profile. Email, roles and agreements cannot be changed by it; what is absent stays as it is. */
export const profileUpdate = z
  .object({
    fullName: z.string().trim().max(100, 'Full name must be at most 100 characters').optional(),
    country: z.enum(REGISTRATION_COUNTRIES, { error: 'Please select your country' }).optional(),
  })
  .meta({ id: 'ProfileUpdate' });

export const userChanged = z.object({ message: z.string(), user: sessionUser }).meta({ id: 'UserChanged' });

/** The profile fields stand at the top as well: a client merges the answer into its user. */
export const profileChanged = sessionUser
  .extend({ message: z.string(), user: sessionUser })
  .meta({ id: 'ProfileChanged' });

export const sellerRegistered = userChanged.extend({ success: z.literal(true) }).meta({ id: 'SellerRegistered' });

export const bankDetailsChanged = maskedBankDetails.extend({ message: z.string() }).meta({ id: 'BankDetailsChanged' });

/** POST seller/identity-page: the page is the provider's, opens once and lives some minutes. */
export const identityPage = z.object({ url: z.string() }).meta({ id: 'IdentityPage' });

export const checkAsked = z.object({ message: z.string() }).meta({ id: 'BankCheckAsked' });

export const ratesChanged = z.object({ message: z.string(), shippingRates }).meta({ id: 'ShippingRatesChanged' });

export const accountStatus = z
  .object({ status: profile.shape.status, eraseAt: timestamp.nullable() })
  .meta({ id: 'AccountStatus' });

/** POST user/deletion. */
export const requestDeletion = z
  .object({ password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(200) })
  .meta({ id: 'RequestDeletion' });

/** The full profile and the statistics in one answer. */
export const detailedStats = userStats.extend({ profile }).meta({ id: 'DetailedStats' });

export const shippingCost = z
  .object({ shippingCost: euros, zone: z.enum(['domestic', 'continental', 'international']) })
  .meta({ id: 'ShippingCost' });

export const rated = z.object({ success: z.literal(true), message: z.string() }).meta({ id: 'Rated' });
