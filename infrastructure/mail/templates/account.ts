import { ACCOUNT_TERMS, RESET_LINK, YEARS_OF_INACTIVITY } from '#domain/accounts/policy.ts';
import { hoursSpelled, yearsSpelled } from '#domain/shared/spelled.ts';
import { type Family, moment } from '../content.ts';

const SETTINGS = { label: 'Open Account Settings', path: '/settings' };

const SECURITY = { label: 'Open Security', path: '/settings?tab=security' };

export const accountEmails = {
  verifyEmail: ({ path }) => ({
    subject: 'Verify your email address',
    heading: 'Verify your email',
    paragraphs: [
      'Your place in the Sacred Archives is prepared. Confirm that this address is yours and the gates open.',
      `The link works for ${ACCOUNT_TERMS.verificationLink}.`,
    ],
    action: { label: 'Verify Email', path: path ?? '/login' },
    note: 'If you did not create an account at Reliquary, you need do nothing: without this step nobody can use it.',
  }),
  resetPassword: ({ path }) => ({
    subject: 'Reset your password',
    heading: 'Recovery signal',
    paragraphs: [
      'Somebody, hopefully you, asked to set a new password for your account.',
      `The link works for ${hoursSpelled(RESET_LINK)} and once.`,
    ],
    action: { label: 'Reset Password', path: path ?? '/forgot-password' },
    note: 'If it was not you, leave it be: your password stays as it is.',
  }),
  passwordChanged: () => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was just changed, and your other sessions were signed out.'],
    action: { label: 'It was not me', path: '/forgot-password' },
    note: 'If you changed it yourself, there is nothing to do.',
  }),
  secondFactorAdded: () => ({
    subject: 'Your sign-in asks for a code now',
    heading: 'Your sign-in asks for a code now',
    paragraphs: ['A second factor was added to your account: whoever signs in needs a code of its authenticator app.'],
    action: SECURITY,
    note: 'If it was not you, set a new password and write to our support.',
  }),
  secondFactorRemoved: () => ({
    subject: 'Your sign-in asks for no code any more',
    heading: 'Your sign-in asks for no code any more',
    paragraphs: ['The second factor of your account was removed: the password alone opens it.'],
    action: SECURITY,
    note: 'If it was not you, set a new password and write to our support.',
  }),
  passkeyAdded: () => ({
    subject: 'A passkey was added to your account',
    heading: 'A passkey was added to your account',
    paragraphs: [
      'A passkey was added to your account. It signs in without your password, and whoever signs in with the password needs a second factor beside it.',
    ],
    action: SECURITY,
    note: 'If it was not you, remove it in your settings, set a new password and write to our support.',
  }),
  passkeyRemoved: () => ({
    subject: 'A passkey was removed from your account',
    heading: 'A passkey was removed from your account',
    paragraphs: ['A passkey of your account was removed. It signs in no more.'],
    action: SECURITY,
    note: 'If it was not you, set a new password and write to our support.',
  }),
  recoveryCodesRenewed: () => ({
    subject: 'You have new recovery codes',
    heading: 'You have new recovery codes',
    paragraphs: ['The recovery codes of your account were renewed. Those before work no more.'],
    action: SECURITY,
    note: 'If it was not you, set a new password and write to our support.',
  }),
  signInGuessed: ({ details }) => ({
    subject: 'Somebody tries to sign in to your account',
    heading: 'Somebody tries to sign in to your account',
    paragraphs: [
      details.what === 'code'
        ? `Somebody who knows your password has given ${details.failures} wrong codes for your second factor. No code is taken for a while, longer with each further one.`
        : `Somebody has given ${details.failures} wrong passwords for your account, one after the other.`,
      details.what === 'code'
        ? 'If it was not you, set a new password: the present one is known to somebody.'
        : 'If it was not you, you need do nothing. A password that you use nowhere else, and a second factor, keep them out.',
    ],
    action: SECURITY,
  }),
  newDevice: ({ details }) => ({
    subject: 'A new sign-in to your account',
    heading: 'A new sign-in to your account',
    paragraphs: [
      `On ${moment(details.at)} somebody signed in to your account with ${details.device}. We had not seen that browser with it before.`,
      'If it was you, there is nothing to do. If it was not, end that session in your settings and set a new password.',
    ],
    action: { label: 'See who is signed in', path: SECURITY.path },
  }),
  accountSuspended: () => ({
    subject: 'Your account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      'Our staff have suspended your account. You cannot sign in until it is reinstated.',
      'Sales that are under way go on as their escrow says. No payout to you begins until your account is open again.',
    ],
    action: { label: 'Contact Us', path: '/faq' },
  }),
  accountReinstated: () => ({
    subject: 'Your account is open again',
    heading: 'Your account is open again',
    paragraphs: [
      'The suspension of your account has been lifted.',
      'Payouts that waited for it follow, once your bank account is verified and nothing else holds their money.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
  }),
  accountTerminated: ({ details }) => ({
    subject: 'Your account has been closed by our staff',
    heading: 'Your account has been closed by our staff',
    paragraphs: [
      'Two of our staff have decided that your account stays closed. You cannot sign in any more, and what you offered has left the market.',
      'Sales that are under way go on as their escrow says. No payout to you begins while your account is closed: our staff decide on the money of each sale.',
      `Your data is erased on ${moment(details.eraseAt)}, or once your last open sale has ended; what the law makes us keep of your sales is kept. Until then you can ask for the reasons, and object.`,
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'An answer to this mail goes to our support.',
  }),
  listingRemoved: ({ details }) => ({
    subject: 'A listing of yours was removed',
    heading: 'A listing of yours was removed',
    paragraphs: [
      `Our staff have taken “${details.title}” off the market, because it breaks the rules that we all agreed to.`,
      'A sale of it that is under way goes on as its escrow says.',
    ],
    action: { label: 'My listings', path: '/listings/my-listings' },
    note: 'If you think that this is a mistake, answer our support.',
  }),
  deletionRequested: ({ details }) => ({
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    paragraphs: [
      `You asked us to delete your account. It happens on ${moment(details.eraseAt)}, or once your last open sale has ended.`,
      'Until then you can change your mind.',
    ],
    action: SETTINGS,
  }),
  deletionCancelled: () => ({
    subject: 'Your account stays',
    heading: 'Your account stays',
    paragraphs: ['The deletion of your account was cancelled. Everything is as it was.'],
    action: SETTINGS,
  }),
  inactivityWarning: ({ details }) => ({
    subject: 'Your account will be deleted unless you come back',
    heading: `We have not seen you for almost ${yearsSpelled(YEARS_OF_INACTIVITY)}`,
    paragraphs: [
      `Accounts that nobody uses are deleted after ${yearsSpelled(YEARS_OF_INACTIVITY)}. Yours will be on ${moment(details.eraseAt)}, with your offers, messages and reputation.`,
      'Sign in once before then, and everything stays as it is. A sale that still holds money is brought to its end first.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
  }),
} as const satisfies Family;
