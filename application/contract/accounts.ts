import { z } from 'zod';
import { appearance } from '#domain/accounts/appearance.ts';
import { ibanFault } from '#domain/accounts/iban.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { ROLES } from '#domain/shared/actor.ts';
import { euros, id, timestamp } from './common.ts';
import {
  brokenPasswordRules,
  EMAIL,
  nameFailure,
  PASSWORD_DESCRIPTION,
  PASSWORD_PATTERN,
} from './registrationRules.ts';

export const strongPassword = z
  .string({ error: 'Must be at least 8 characters' })
  .max(200, 'Must be at most 200 characters')
  .check((context) => {
    const broken = brokenPasswordRules(context.value);
    if (broken) context.issues.push({ code: 'custom', message: broken, input: context.value });
  })
  .meta({ description: PASSWORD_DESCRIPTION, format: 'password', minLength: 8, pattern: PASSWORD_PATTERN });

export const email = z
  .string({ error: 'Please enter a valid email address' })
  .trim()
  .max(254, 'Please enter a valid email address')
  .regex(EMAIL, 'Please enter a valid email address');

/** The rules in the order in which the first failure is reported. */
export const registration = z
  .object({
    username: z
      .string({ error: 'Username must be at least 3 characters' })
      .trim()
      .min(3, 'Username must be at least 3 characters')
      .max(30, 'Username must be at most 30 characters')
      .check((context) => {
        const message = nameFailure(context.value);
        if (message) context.issues.push({ code: 'custom', message, input: context.value });
      })
      .meta({ description: 'Unique. One alphabet, no invisible characters, no reserved names' }),
    email,
    password: strongPassword,
    country: z.enum(REGISTRATION_COUNTRIES, { error: 'Please select your country' }),
    platformAgreements: z.object(
      {
        termsAccepted: z.literal(true, { error: 'You must accept the Terms and Conditions' }),
        termsAcceptedDate: timestamp.optional(),
      },
      { error: 'You must accept the Terms and Conditions' },
    ),
  })
  .meta({ id: 'Registration' });

export const resendVerification = z.object({ email }).meta({ id: 'ResendVerification' });

export const shippingAddress = z
  .object({
    fullName: z.string({ error: 'Full name is required' }).trim().min(1, 'Full name is required').max(100),
    streetAddress1: z
      .string({ error: 'Street address is required' })
      .trim()
      .min(1, 'Street address is required')
      .max(200),
    streetAddress2: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .transform((line) => line ?? ''),
    city: z.string({ error: 'City is required' }).trim().min(1, 'City is required').max(100),
    postalCode: z.string({ error: 'Postal code is required' }).trim().min(1, 'Postal code is required').max(20),
  })
  .meta({ id: 'ShippingAddress' });

/** An address in an answer: already validated and trimmed. */
export const knownAddress = z
  .object({
    fullName: z.string(),
    streetAddress1: z.string(),
    streetAddress2: z.string(),
    city: z.string(),
    postalCode: z.string(),
  })
  .meta({ id: 'KnownAddress' });

export const shippingRates = z
  .object({ domesticRate: euros, continentalRate: euros, internationalRate: euros })
  .meta({ id: 'ShippingRates' });

export const chosenAppearance = appearance.meta({ id: 'Appearance' });
export const chooseAppearance = appearance.partial().meta({ id: 'ChooseAppearance' });

/** The session's user; never a password hash. */
export const sessionUser = z
  .object({
    _id: id,
    userId: id,
    username: z.string(),
    email: z.string(),
    fullName: z.string().nullable(),
    country: z.string(),
    shippingAddress: knownAddress.nullable(),
    platformAgreements: z.object({ termsAccepted: z.boolean(), feeAccepted: z.boolean() }),
    roles: z.array(z.enum(ROLES)),
    appearance: chosenAppearance,
  })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.infer<typeof sessionUser>;

export const session = z.object({ token: z.string(), user: sessionUser }).meta({ id: 'Session' });

export const profile = sessionUser
  .omit({ appearance: true })
  .extend({
    bankAccount: z.object({ verified: z.boolean() }),
    shippingRates,
    reputation: z.int(),
    ratingCount: z.int(),
    status: z.enum(['unverified', 'active', 'suspended', 'deletion_pending', 'deleted']),
    joinDate: timestamp,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

export const userStats = z
  .object({
    activeListings: z.int(),
    totalSales: z.int(),
    unreadMessages: z.int(),
    /** Transactions that need an action of the caller before a deadline. */
    needsYou: z.int(),
    newReviews: z.int(),
    reputation: z.int(),
    ratingCount: z.int(),
  })
  .meta({ id: 'UserStats' });

/** As typed: spaces anywhere, either case. */
const IBAN_PATTERN = '^\\s*(?:[A-Za-z]\\s*){2}(?:[0-9]\\s*){2}(?:[A-Za-z0-9]\\s*){11,30}$';

const IBAN_DESCRIPTION =
  'An account in the SEPA area, in the format of its country, with valid check digits (ISO 7064, modulo 97). Spaces and lowercase letters are allowed.';

export const bankDetails = z
  .object({
    accountHolder: z
      .string({ error: 'Account holder name is required' })
      .trim()
      .min(1, 'Account holder name is required')
      .max(100),
    iban: z
      .string({ error: 'IBAN is required' })
      .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
      .check((context) => {
        const fault = ibanFault(context.value);
        if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
      })
      .meta({ description: IBAN_DESCRIPTION, pattern: IBAN_PATTERN }),
    bankName: z.string({ error: 'Bank name is required' }).trim().min(1, 'Bank name is required').max(100),
  })
  .meta({ id: 'BankDetails' });

/** The full IBAN never leaves the server. */
export const maskedBankDetails = z
  .object({
    maskedDetails: z.object({ accountHolder: z.string(), iban: z.string(), bankName: z.string() }).nullable(),
  })
  .meta({ id: 'MaskedBankDetails' });

export const sellerStatus = z
  .object({
    feeAccepted: z.boolean(),
    hasBankDetails: z.boolean(),
    bankAccount: z.object({ verified: z.boolean(), rejectedReason: z.string().nullable() }),
    /** Set by a change of the bank account. May be in the past. */
    payoutsHeldUntil: timestamp.nullable(),
    /** While the first second factor is pending, bank details and payouts wait. May be in the past. */
    frozenUntil: timestamp.nullable(),
    /** The payment provider asks for an identity check and offers a page for it. */
    identityPage: z.boolean(),
  })
  .meta({ id: 'SellerStatus' });

/** PUT users/profile. It cannot change email, roles or agreements; absent fields stay as they are. */
export const profileUpdate = z
  .object({
    fullName: z.string().trim().max(100, 'Full name must be at most 100 characters').optional(),
    country: z.enum(REGISTRATION_COUNTRIES, { error: 'Please select your country' }).optional(),
  })
  .meta({ id: 'ProfileUpdate' });

export const userChanged = z.object({ message: z.string(), user: sessionUser }).meta({ id: 'UserChanged' });

/** Repeats the profile fields at the top, so that a client can merge the answer into its user. */
export const profileChanged = sessionUser
  .extend({ message: z.string(), user: sessionUser })
  .meta({ id: 'ProfileChanged' });

export const sellerRegistered = userChanged.extend({ success: z.literal(true) }).meta({ id: 'SellerRegistered' });

export const bankDetailsChanged = maskedBankDetails.extend({ message: z.string() }).meta({ id: 'BankDetailsChanged' });

/** POST seller/identity-page: a page of the provider. It opens once and expires after some minutes. */
export const identityPage = z.object({ url: z.string() }).meta({ id: 'IdentityPage' });

export const bankCheckStarted = z.object({ message: z.string() }).meta({ id: 'BankCheckAsked' });

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

/** POST support/contact: sent to support by e-mail, with the sender's address as reply-to. */
export const supportQuestion = z
  .object({
    subject: z.string().trim().max(100, 'Subject must be at most 100 characters').default(''),
    message: z
      .string({ error: 'Please write what it is about' })
      .trim()
      .min(1, 'Please write what it is about')
      .max(5000, 'Message must be at most 5000 characters'),
  })
  .meta({ id: 'SupportQuestion' });
