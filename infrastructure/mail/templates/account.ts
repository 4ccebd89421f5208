import { ACCOUNT_TERMS, FACTOR_PENDING, RESET_LINK, YEARS_OF_INACTIVITY } from '#domain/accounts/limits.ts';
import { registeredIn } from '#domain/accounts/registeredIn.ts';
import { inHours } from '#domain/shared/lengths.ts';
import { hoursSpelled, yearsSpelled } from '#domain/shared/spelled.ts';
import { type Family, moment } from '../content.ts';

const SETTINGS = { label: 'Open Account Settings', path: '/settings' };

const SECURITY = { label: 'Open Security', path: '/settings?tab=security' };

const PENDING = inHours(FACTOR_PENDING);
const NOT_ME = { label: 'It was not me', path: '/forgot-password' };
const RESET_REMOVES = `If it was not you, set a new password by e-mail within ${PENDING}: that removes it and ends every session.`;

const fromNetwork = (country: unknown): string => {
  const registered = typeof country === 'string' ? registeredIn(country) : undefined;
  return registered === undefined ? '' : `, from a ${registered}`;
};

const ENDED_ANYHOW = ['The other address that was asked for was not taken.'];
const ENDED: Readonly<Record<string, readonly string[]>> = {
  refusedByOldAddress: [
    'You told us that you had not asked for another address. The request has ended, and every session of your account with it.',
    'Whoever asked had proved to be you: set a new password, and look at the second factors of your account.',
  ],
  refusedByNewAddress: [
    'Whoever reads the mail of that address told us that they had not asked for it.',
    'Perhaps it was mistyped: you can ask for another one.',
  ],
  passwordReset: ['You set a new password by e-mail. For your safety this also ended the change of address.'],
  disowned: [
    'You told us that a new second factor was not yours. For your safety this also ended the change of address.',
  ],
  taken: ['Another account had taken the address before both sides had confirmed it.', 'You can ask for another one.'],
};

type Detail = string | number | null | undefined;

const guessed = (what: Detail, failures: Detail): string[] => {
  switch (what) {
    case 'code':
      return [
        `Somebody who knows your password has given ${failures} wrong codes for your second factor. No code is taken for a while, longer with each further one.`,
        'If it was not you, set a new password: the present one is known to somebody.',
      ];
    case 'ownPassword':
      return [
        `Somebody has given ${failures} wrong passwords for your account, one after the other, the last of them where you are signed in already.`,
        'If it was not you, somebody else has a session of yours: end those that you do not know, and set a new password.',
      ];
    default:
      return [
        `Somebody has given ${failures} wrong passwords for your account, one after the other.`,
        'If it was not you, you do not have to do anything. A password that you use nowhere else, and a second factor, keep them out.',
      ];
  }
};

const WHY_REMOVED: Readonly<Record<string, string>> = {
  passwordReset: `You set a new password by e-mail. This removes each second factor that is younger than ${PENDING}.`,
  disowned: 'You told us that it was not yours. Your old password no longer works, and every session has ended.',
  signedOut: 'The session in which it was added had ended.',
};

const removed = (what: string, why: Detail): string[] =>
  [what, WHY_REMOVED[String(why)] ?? ''].filter((text) => text !== '');

const afterRemoval = (why: Detail) => {
  if (why === 'disowned') return { action: { label: 'Set a New Password', path: '/forgot-password' } };
  return why === 'passwordReset'
    ? { action: SECURITY }
    : { action: SECURITY, note: 'If it was not you, set a new password and write to our support.' };
};

export const accountEmails = {
  verifyEmail: ({ path }) => ({
    subject: 'Verify your email address',
    heading: 'Verify your email',
    paragraphs: [
      'Your place in the Sacred Archives is prepared. Confirm that this address is yours and the gates open.',
      `The link works for ${ACCOUNT_TERMS.verificationLink}.`,
    ],
    action: { label: 'Verify Email', path: path ?? '/login' },
    note: 'If you did not create an account at Reliquary, ignore this mail: without this step nobody can use it.',
  }),
  resetPassword: ({ path }) => ({
    subject: 'Reset your password',
    heading: 'Recovery signal',
    paragraphs: [
      'Somebody, hopefully you, asked to set a new password for your account.',
      `The link works for ${hoursSpelled(RESET_LINK)} and once.`,
      `A new password also removes second factors that are younger than ${PENDING}, and ends a change of your address.`,
    ],
    action: { label: 'Reset Password', path: path ?? '/forgot-password' },
    note: 'If it was not you, ignore this mail: your password stays as it is.',
  }),
  passwordChanged: () => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was just changed, and your other sessions were signed out.'],
    action: { label: 'It was not me', path: '/forgot-password' },
    note: 'If you changed it yourself, there is nothing to do.',
  }),
  confirmOldEmail: ({ path, newEmail, details }) => ({
    subject: 'Confirm that your e-mail address changes',
    heading: 'Another address for your account',
    paragraphs: [
      `Somebody, hopefully you, asked to use ${newEmail} for your account in place of this address.`,
      `Nothing changes unless both addresses confirm it by ${moment(details.lapsesAt)}; the other one has a link of its own.`,
    ],
    action: { label: 'Confirm or Refuse', path: path ?? '/login' },
    note: 'If it was not you, open the link and say so: the request ends, and so does every session of your account.',
  }),
  confirmNewEmail: ({ path, details }) => ({
    subject: 'Confirm your new e-mail address',
    heading: 'Is this your new address?',
    paragraphs: [
      'Somebody, hopefully you, asked to use this address for an account at Reliquary.',
      `It is taken once this address and the present one of the account have both confirmed it, by ${moment(details.lapsesAt)} at the latest.`,
    ],
    action: { label: 'Confirm or Refuse', path: path ?? '/login' },
    note: 'If you know nothing of it, ignore this mail: without this step the address is not used.',
  }),
  newEmailKnown: () => ({
    subject: 'Your e-mail address has an account already',
    heading: 'This address has an account already',
    paragraphs: [
      'Somebody asked to use this address for another account at Reliquary. It has an account here already, so nothing changes.',
      'If it was you: an address belongs to one account at a time. Give this one another address first, or delete it.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
    note: 'If it was not you, there is nothing to do.',
  }),
  emailChanged: () => ({
    subject: 'Your account has another e-mail address',
    heading: 'Your account has another e-mail address',
    paragraphs: [
      'Both addresses have confirmed it: your account has the new one. You sign in with it, and all our mail goes there.',
      'Other sessions were signed out, and earlier links to set a password no longer work. You can no longer sign in with this address.',
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'If it was not you, write to our support at once.',
  }),
  emailChangeEnded: ({ details }) => ({
    subject: 'Your e-mail address stays as it is',
    heading: 'Your e-mail address stays as it is',
    paragraphs: ENDED[String(details.why)] ?? ENDED_ANYHOW,
    action:
      details.why === 'refusedByOldAddress' ? { label: 'Set a New Password', path: '/forgot-password' } : SETTINGS,
  }),
  secondFactorAdded: () => ({
    subject: 'Signing in now asks for a code',
    heading: 'Signing in now asks for a code',
    paragraphs: [
      'An authenticator app was set up for your account: whoever signs in needs a code from it. Codes of an app that was set up before are no longer taken.',
    ],
    action: NOT_ME,
    note: RESET_REMOVES,
  }),
  firstFactorAdded: ({ path, details: { factor, pendingUntil } }) => ({
    subject: factor === 'passkey' ? 'A passkey was added to your account' : 'Signing in now asks for a code',
    heading: factor === 'passkey' ? 'A passkey was added to your account' : 'Signing in now asks for a code',
    paragraphs: [
      factor === 'passkey'
        ? 'This is the first second factor of your account. Signing in with your password now asks for it, too.'
        : 'An authenticator app was set up. It is the first second factor of your account, and signing in now asks for its code.',
      `The second factor is pending until ${moment(pendingUntil)}. Until then your bank details, your e-mail address and your recovery codes cannot change, and payouts wait.`,
      'If it was you, there is nothing to do.',
    ],
    action: { label: 'It was not me', path: path ?? '/forgot-password' },
    note: 'If it was not you, open the link and say so: it removes the second factor and ends every session. It works without signing in.',
  }),
  secondFactorRemoved: ({ details: { why } }) => ({
    subject: 'Signing in no longer asks for a code',
    heading: 'Signing in no longer asks for a code',
    paragraphs: removed('The authenticator app of your account was removed.', why),
    ...afterRemoval(why),
  }),
  passkeyAdded: () => ({
    subject: 'A passkey was added to your account',
    heading: 'A passkey was added to your account',
    paragraphs: [
      'A passkey was added to your account. It signs in without your password, and whoever signs in with the password needs a second factor beside it.',
    ],
    action: NOT_ME,
    note: RESET_REMOVES,
  }),
  passkeyRemoved: ({ details: { why } }) => ({
    subject: 'A passkey was removed from your account',
    heading: 'A passkey was removed from your account',
    paragraphs: removed('A passkey of your account was removed. It can no longer sign in.', why),
    ...afterRemoval(why),
  }),
  recoveryCodesRenewed: () => ({
    subject: 'You have new recovery codes',
    heading: 'You have new recovery codes',
    paragraphs: ['The recovery codes of your account were renewed. The earlier ones no longer work.'],
    action: SECURITY,
    note: 'If it was not you, set a new password and write to our support.',
  }),
  signInGuessed: ({ details: { what, failures } }) => {
    const heading =
      what === 'ownPassword' ? 'Somebody guesses your password' : 'Somebody tries to sign in to your account';
    return { subject: heading, heading, paragraphs: guessed(what, failures), action: SECURITY };
  },
  newDevice: ({ details }) => ({
    subject: 'A new sign-in to your account',
    heading: 'A new sign-in to your account',
    paragraphs: [
      `On ${moment(details.at)} somebody signed in to your account with ${details.device}${fromNetwork(details.country)}. We had not seen that browser with it before.`,
      'If it was you, there is nothing to do. If it was not, end that session in your settings and set a new password.',
    ],
    action: { label: 'See who is signed in', path: SECURITY.path },
  }),
  sessionReused: ({ details }) => ({
    subject: 'A session of your account was ended',
    heading: 'A session of your account was ended',
    paragraphs: [
      `On ${moment(details.at)} what keeps you signed in with ${details.device} was used twice, as if there were a copy of it. We ended that session.`,
      'It happens when a browser is moved or restored from a backup. If you did neither, somebody may have copied it: set a new password, and look at who is signed in.',
    ],
    action: { label: 'See who is signed in', path: SECURITY.path },
  }),
  accountSuspended: () => ({
    subject: 'Your account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      'Our staff have suspended your account. You cannot sign in until it is reinstated. You can ask for the reasons, and object.',
      'Sales that are under way go on as their escrow says, but where you buy, its end pays nobody by itself: our staff look first. No payout to you begins until your account is open again.',
      'What somebody had begun to buy from you, and not paid, is cancelled. Send nothing that is not shipped yet: you cannot confirm a shipment meanwhile, and a sale whose shipment is not confirmed in time is cancelled, and its buyer refunded.',
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'An answer to this mail goes to our support.',
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
      `Your data is erased on ${moment(details.eraseAt)}, or later, when your last open sale has ended; what the law makes us keep of your sales is kept. Until then you can ask for the reasons, and object.`,
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'An answer to this mail goes to our support.',
  }),
  listingRemoved: ({ details }) => ({
    subject: 'Your listing was removed',
    heading: 'Your listing was removed',
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
      `You asked us to delete your account. It happens on ${moment(details.eraseAt)}, or later, when your last open sale has ended.`,
      'Until then you can change your mind. Meanwhile nobody can buy what you offer, and you buy and list nothing new; open sales go on, and you are paid.',
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
