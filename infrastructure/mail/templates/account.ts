import { ACCOUNT_TERMS, FACTOR_PENDING, RESET_LINK, YEARS_OF_INACTIVITY } from '#domain/accounts/limits.ts';
import { registeredIn } from '#domain/accounts/registeredIn.ts';
import { groundWords } from '#domain/accounts/suspensionGrounds.ts';
import { COMPLAINT_TIME } from '#domain/moderation/limits.ts';
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

const ENDED_ANYHOW = ['The requested address was not used.'];
const ENDED: Readonly<Record<string, readonly string[]>> = {
  refusedByOldAddress: [
    'You told us that you did not ask for another address. We ended the request and every session of your account.',
    'The person who asked had signed in as you: set a new password, and check the second factors of your account.',
  ],
  refusedByNewAddress: [
    'The owner of that address told us that they did not ask for it.',
    'You may have mistyped it. You can enter another one.',
  ],
  passwordReset: ['You set a new password by e-mail. For your safety, this also cancelled the change of address.'],
  disowned: [
    'You told us that a new second factor was not yours. For your safety, this also cancelled the change of address.',
  ],
  taken: [
    'Another account took the address before both addresses had confirmed the change.',
    'You can choose another one.',
  ],
};

type Detail = string | number | null | undefined;

const guessed = (what: Detail, failures: Detail): string[] => {
  switch (what) {
    case 'code':
      return [
        `Somebody who knows your password entered ${failures} wrong codes for your second factor. We accept no codes for a while; each further wrong code makes the wait longer.`,
        'If it was not you, set a new password: somebody knows the current one.',
      ];
    case 'ownPassword':
      return [
        `Somebody entered ${failures} wrong passwords in a row for your account, the last of them in a session where you are signed in.`,
        'If it was not you, somebody else is using one of your sessions: end any you do not recognise, and set a new password.',
      ];
    default:
      return [
        `Somebody entered ${failures} wrong passwords in a row for your account.`,
        'If it was not you, you do not have to do anything. A password that you use only here and a second factor keep them out.',
      ];
  }
};

const WHY_REMOVED: Readonly<Record<string, string>> = {
  passwordReset: `You set a new password by e-mail. This removes every second factor added less than ${PENDING} ago.`,
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

const OBJECT = `If you think this is wrong, reply to this email within ${COMPLAINT_TIME} and tell us why. It is free of charge, and people answer on business days.`;

/** The statement of reasons. A suspension of an earlier release named no ground. */
const suspendedBecause = (ground: string | undefined): string[] =>
  ground
    ? [
        `The ground: ${ground.charAt(0).toLowerCase()}${ground.slice(1)}. Our terms allow a suspension for that. People looked into it and decided, no automated means.`,
        OBJECT,
      ]
    : ['You can ask for the reasons and object.'];

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
      `The link works once, for ${hoursSpelled(RESET_LINK)}.`,
      `A new password also removes second factors added less than ${PENDING} ago, and cancels a change of your address.`,
    ],
    action: { label: 'Reset Password', path: path ?? '/forgot-password' },
    note: 'If it was not you, ignore this email: your password does not change.',
  }),
  passwordChanged: () => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was just changed, and your other sessions were signed out.'],
    action: { label: 'It was not me', path: '/forgot-password' },
    note: 'If you changed it yourself, you do not need to do anything.',
  }),
  confirmOldEmail: ({ path, newEmail, details }) => ({
    subject: 'Confirm your change of e-mail address',
    heading: 'Another address for your account',
    paragraphs: [
      `Somebody, hopefully you, asked to use ${newEmail} for your account instead of this address.`,
      `Nothing changes unless both addresses confirm it by ${moment(details.lapsesAt)}. We sent the other address its own link.`,
    ],
    action: { label: 'Confirm or Refuse', path: path ?? '/login' },
    note: 'If it was not you, open the link and tell us: we end the request and every session of your account.',
  }),
  confirmNewEmail: ({ path, details }) => ({
    subject: 'Confirm your new e-mail address',
    heading: 'Is this your new address?',
    paragraphs: [
      'Somebody, hopefully you, asked to use this address for an account at Reliquary.',
      `The change takes effect once this address and the account’s current address have both confirmed it, by ${moment(details.lapsesAt)} at the latest.`,
    ],
    action: { label: 'Confirm or Refuse', path: path ?? '/login' },
    note: 'If you did not ask for this, ignore this email: without this step we do not use the address.',
  }),
  newEmailKnown: () => ({
    subject: 'Your e-mail address already has an account',
    heading: 'This address already has an account',
    paragraphs: [
      'Somebody asked to use this address for another account at Reliquary. It already has an account here, so nothing changes.',
      'If it was you: an address can belong to only one account. First change the address of this account, or delete it.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
    note: 'If it was not you, you do not need to do anything.',
  }),
  emailChanged: () => ({
    subject: 'The e-mail address of your account has changed',
    heading: 'The e-mail address of your account has changed',
    paragraphs: [
      'Both addresses confirmed the change. Sign in with the new address from now on; we send all email there.',
      'We signed out your other sessions, and earlier password links no longer work. You can no longer sign in with this address.',
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'If it was not you, write to our support at once.',
  }),
  emailChangeEnded: ({ details }) => ({
    subject: 'Your e-mail address has not changed',
    heading: 'Your e-mail address has not changed',
    paragraphs: ENDED[String(details.why)] ?? ENDED_ANYHOW,
    action:
      details.why === 'refusedByOldAddress' ? { label: 'Set a New Password', path: '/forgot-password' } : SETTINGS,
  }),
  secondFactorAdded: () => ({
    subject: 'Signing in now asks for a code',
    heading: 'Signing in now asks for a code',
    paragraphs: [
      'An authenticator app was set up for your account: signing in now needs a code from it. Codes from an app set up earlier no longer work.',
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
      'If it was you, you do not need to do anything.',
    ],
    action: { label: 'It was not me', path: path ?? '/forgot-password' },
    note: 'If it was not you, open the link and tell us: it removes the second factor and ends every session. You do not need to sign in.',
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
      'A passkey was added to your account. It signs you in without your password. Signing in with the password now needs a second factor as well.',
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
      what === 'ownPassword' ? 'Somebody is guessing your password' : 'Somebody is trying to sign in to your account';
    return { subject: heading, heading, paragraphs: guessed(what, failures), action: SECURITY };
  },
  newDevice: ({ details }) => ({
    subject: 'A new sign-in to your account',
    heading: 'A new sign-in to your account',
    paragraphs: [
      `On ${moment(details.at)} somebody signed in to your account with ${details.device}${fromNetwork(details.country)}. We had not seen this browser on your account before.`,
      'If it was you, you do not need to do anything. If it was not, end that session in your settings and set a new password.',
    ],
    action: { label: 'See who is signed in', path: SECURITY.path },
  }),
  sessionReused: ({ details }) => ({
    subject: 'A session of your account was ended',
    heading: 'A session of your account was ended',
    paragraphs: [
      `On ${moment(details.at)} your session with ${details.device} was used twice, as if somebody had copied it. We ended that session.`,
      'This happens when a browser is moved or restored from a backup. If you did neither, somebody may have copied your session: set a new password, and check who is signed in.',
    ],
    action: { label: 'See who is signed in', path: SECURITY.path },
  }),
  accountSuspended: ({ details }) => ({
    subject: 'Your account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      'Our staff have suspended your account. You cannot sign in until it is reinstated.',
      ...suspendedBecause(groundWords(details.ground)),
      'Open sales continue under escrow. Where you are the buyer, the end of escrow pays nobody automatically: our staff look first. We start no payout to you until your account is open again.',
      'Unpaid purchases from you are cancelled. Do not send anything that has not shipped yet: you cannot confirm a shipment meanwhile. If nobody confirms it in time, the sale is cancelled and the buyer is refunded.',
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'Reply to this email to reach our support.',
  }),
  accountReinstated: () => ({
    subject: 'Your account is open again',
    heading: 'Your account is open again',
    paragraphs: [
      'We have lifted the suspension of your account.',
      'Pending payouts follow once your bank account is verified and nothing else holds their money.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
  }),
  accountTerminated: ({ details }) => ({
    subject: 'Your account has been closed by our staff',
    heading: 'Your account has been closed by our staff',
    paragraphs: [
      'Two of our staff have decided to close your account. You can no longer sign in, and your listings are no longer for sale.',
      'Open sales continue under escrow. We start no payout to you while your account is closed: our staff decide on the money of each sale.',
      'The ground is the one of your suspension, which we named when we suspended it.',
      `We erase your data on ${moment(details.eraseAt)}, or once your last open sale has ended if that is later. We keep what the law requires about your sales. Until then you can ask for more about the reasons and object: reply to this email.`,
    ],
    action: { label: 'Contact Us', path: '/faq' },
    note: 'Reply to this email to reach our support.',
  }),
  listingRemoved: ({ details }) => ({
    subject: 'Your listing was removed',
    heading: 'Your listing was removed',
    paragraphs: [
      `Our staff have taken “${details.title}” off the market, because it breaks our rules.`,
      'An open sale of it continues under escrow.',
    ],
    action: { label: 'My listings', path: '/listings/my-listings' },
    note: 'If you think this is a mistake, write to our support.',
  }),
  deletionRequested: ({ details }) => ({
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    paragraphs: [
      `You asked us to delete your account. We will delete it on ${moment(details.eraseAt)}, or once your last open sale has ended if that is later.`,
      'You can change your mind until then. Meanwhile nobody can buy your listings, and you cannot buy or list anything new. Open sales continue, and you are paid.',
    ],
    action: SETTINGS,
  }),
  deletionCancelled: () => ({
    subject: 'Your account is staying',
    heading: 'Your account is staying',
    paragraphs: ['The deletion of your account was cancelled. Nothing has changed.'],
    action: SETTINGS,
  }),
  inactivityWarning: ({ details }) => ({
    subject: 'Your account will be deleted unless you come back',
    heading: `We have not seen you for almost ${yearsSpelled(YEARS_OF_INACTIVITY)}`,
    paragraphs: [
      `We delete unused accounts after ${yearsSpelled(YEARS_OF_INACTIVITY)}. We will delete yours on ${moment(details.eraseAt)}, with your listings, messages and reputation.`,
      'Sign in once before then to keep your account. A sale that still holds money is completed first.',
    ],
    action: { label: 'Access the Archives', path: '/login' },
  }),
} as const satisfies Family;
