import { account } from '#domain/accounts/account.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { dataAccesses } from '#domain/audit/accessLog.ts';
import { security } from '#domain/audit/securityLog.ts';
import { type ConversationCommand, conversation } from '#domain/conversations/conversation.ts';
import type { ListedPhoto, ListingCommand } from '#domain/listings/commands.ts';
import { listing } from '#domain/listings/listing.ts';
import { searches } from '#domain/listings/savedSearches.ts';
import { type WatchListCommand, watchList } from '#domain/listings/watchList.ts';
import { type ListingReportCommand, listingReports } from '#domain/moderation/listingReports.ts';
import { notificationState } from '#domain/notifications/notificationState.ts';
import { bookCheck } from '#domain/reconciliation/bookChecks.ts';
import { unmatchedEvent } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { type ReviewCommand, review } from '#domain/reviews/review.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { caseDesk } from '#domain/transactions/caseDesk.ts';
import {
  type AgreementEnd,
  type PurchaseEnd,
  type UnpaidPurchaseCommand,
  unpaidPurchases,
} from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeys } from '#domain/transparency/signingKeys.ts';
import { actsOf, type Story } from './story.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const ANNA: Actor = { id: 'a'.repeat(32), role: 'member' };
const BEN: Actor = { id: 'b'.repeat(32), role: 'member' };
const CLERK: Actor = { id: 'e'.repeat(32), role: 'staff' };
const COLLEAGUE: Actor = { id: '9'.repeat(32), role: 'staff' };
const ADMIN: Actor = { id: 'd'.repeat(32), role: 'admin' };
const SECOND_ADMIN: Actor = { id: '9'.repeat(32), role: 'admin' };
const LISTING = '1'.repeat(32);
const TRANSACTION = '5'.repeat(32);
const SEARCH = '6'.repeat(32);
const OTHER_SEARCH = '7'.repeat(32);
const PASSKEY = '4'.repeat(32);
const PROPOSAL = '6'.repeat(32);

type Bare<Command> = Command extends { at: number; by: Actor } ? Omit<Command, 'at' | 'by'> : never;

/** Commands an hour apart, by the actor they name. */
const hourly =
  <Command extends { at: number; by: Actor }>() =>
  (...steps: [by: Actor, command: Bare<Command>][]): Command[] =>
    steps.map(([by, command], hour) => ({ ...command, by, at: AT + hour * HOUR }) as unknown as Command);

const begins = (n: number, at: number, listingId = LISTING): UnpaidPurchaseCommand => ({
  type: 'BeginPurchase',
  at,
  transactionId: String(n).repeat(32),
  listingId,
  until: at + HOUR / 2,
});
const ends = (n: number, end: PurchaseEnd, at: number): UnpaidPurchaseCommand => ({
  type: 'EndPurchase',
  at,
  transactionId: String(n).repeat(32),
  end,
});

const agrees = (n: number, at: number): UnpaidPurchaseCommand => ({
  type: 'BeginAgreement',
  at,
  proposalId: String(n).repeat(32),
  listingId: String(n + 3).repeat(32),
  until: at + 24 * HOUR,
});
const agreementEnds = (n: number, end: AgreementEnd, at: number): UnpaidPurchaseCommand => ({
  type: 'EndAgreement',
  at,
  proposalId: String(n).repeat(32),
  end,
});

const asked = hourly<AccountCommand>();
const SHIPPING = { rates: { domestic: 500, continental: 1_500, international: 3_000 }, sellerCountry: 'Netherlands' };
const WELL = {
  buyer: { active: true, hasBlocked: false },
  seller: { active: true, feeAccepted: true, hasBlocked: false },
};
const bank = { accountHolder: 'Anna Jansen', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
const street = { fullName: 'Anna Jansen', streetAddress1: 'Keizersgracht 1', streetAddress2: '' };
const address = { ...street, city: 'Amsterdam', postalCode: '1015' };

const noticed = hourly<ListingReportCommand>();
/** Anna's listing as Ben reports it. */
const offeredByAnna = { status: 'active', removed: false, sellerId: ANNA.id, revision: 2 } as const;
const report = {
  type: 'ReportListing',
  ground: 'counterfeit',
  explanation: 'The mould line is that of a recast.',
  listing: offeredByAnna,
} as const;
const reasons = { statement: 'The photos show the mould line.', sellerErased: false } as const;

const registered = asked(
  [ANNA, { type: 'Register', id: ANNA.id, username: 'anna', email: 'anna@example.org', country: 'Netherlands' }],
  [ANNA, { type: 'VerifyEmail' }],
  [ANNA, { type: 'UpdateProfile', fullName: 'Anna Jansen', country: 'Germany' }],
  [ANNA, { type: 'SetShippingAddress', address }],
  [ANNA, { type: 'AcceptSellerTerms' }],
  [ANNA, { type: 'SetShippingRates', domestic: 500, continental: 900, international: 1_900 }],
  [ANNA, { type: 'ProvideBankDetails', bank }],
);
const rated = { id: TRANSACTION, buyerId: BEN.id, sellerId: ANNA.id, status: 'COMPLETED', rateUntil: null } as const;

const accounts: Record<string, Story> = {
  'account-of-a-seller': {
    about: 'From the registration to ratings, with a rejected bank account, a block, roles and a question.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [SYSTEM, { type: 'RejectBankAccount', reason: 'account closed' }],
        [ANNA, { type: 'ProvideBankDetails', bank: { ...bank, iban: 'NL02ABNA0123456789' } }],
        [SYSTEM, { type: 'VerifyBankAccount' }],
        [ANNA, { type: 'ChangePassword' }],
        [BEN, { type: 'RateSeller', rating: 5, sale: rated }],
        [ANNA, { type: 'BlockAccount', accountId: BEN.id }],
        [ANNA, { type: 'UnblockAccount', accountId: BEN.id }],
        [ANNA, { type: 'ContactSupport', subject: 'Fees', message: 'What do I pay?' }],
        [SYSTEM, { type: 'GrantRole', role: 'staff' }],
        [ADMIN, { type: 'RevokeRole', role: 'staff' }],
      ),
    ]),
  },
  'account-given-a-role-by-two': {
    about: 'A role was proposed and taken back, proposed again and confirmed by a second admin.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ADMIN, { type: 'ProposeRole', proposalId: PROPOSAL, role: 'auditor', to: ANNA.id }],
        [ADMIN, { type: 'WithdrawRole', proposalId: PROPOSAL }],
        [ADMIN, { type: 'ProposeRole', proposalId: '7'.repeat(32), role: 'staff', to: ANNA.id }],
        [SECOND_ADMIN, { type: 'ConfirmRole', proposalId: '7'.repeat(32), to: ANNA.id }],
      ),
    ]),
  },
  'account-that-wants-few-emails': {
    about: 'No emails of messages, news of sales once a day.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked([ANNA, { type: 'ChooseEmails', choices: { messages: 'off', sales: 'daily' } }]),
    ]),
  },
  'account-that-reads-by-day': {
    about: 'A light palette, and larger letters later.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ANNA, { type: 'ChooseAppearance', choices: { palette: 'light' } }],
        [ANNA, { type: 'ChooseAppearance', choices: { text: 'larger' } }],
      ),
    ]),
  },
  'account-with-a-second-factor': {
    about: 'A second factor, new recovery codes, and the password alone again.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked([ANNA, { type: 'AddSecondFactor' }]),
      { type: 'RenewRecoveryCodes', by: ANNA, at: AT + 4 * DAY },
      { type: 'RemoveSecondFactor', by: ANNA, at: AT + 4 * DAY },
    ]),
  },
  'account-with-a-pending-second-factor': {
    about:
      'A change of address and a first passkey; a password set by mail ended both. Then an app and a passkey, which were disowned.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ANNA, { type: 'RequestEmailChange', requestId: '6'.repeat(32), email: 'anna@stranger.example' }],
        [ANNA, { type: 'AddPasskey', passkeyId: PASSKEY, name: 'A phone' }],
        [ANNA, { type: 'ChangePassword', byMail: true }],
        [ANNA, { type: 'RequestEmailChange', requestId: '7'.repeat(32), email: 'anna@stranger.example' }],
        [ANNA, { type: 'AddSecondFactor' }],
        [ANNA, { type: 'AddPasskey', passkeyId: '5'.repeat(32), name: 'A key' }],
        [ANNA, { type: 'DisownFactor' }],
        [ANNA, { type: 'AddPasskey', passkeyId: '4'.repeat(32), name: 'A key' }],
        [ANNA, { type: 'RemovePasskey', passkeyId: '4'.repeat(32), why: 'signedOut' }],
      ),
    ]),
  },
  'account-with-another-email': {
    about: 'Another address refused, another taken back, and one that both addresses confirmed.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ANNA, { type: 'RequestEmailChange', requestId: '6'.repeat(32), email: 'anna@mistyped.example' }],
        [ANNA, { type: 'EndEmailChange', requestId: '6'.repeat(32), why: 'refusedByNewAddress' }],
        [ANNA, { type: 'RequestEmailChange', requestId: '7'.repeat(32), email: 'anna@example.net' }],
        [ANNA, { type: 'EndEmailChange', requestId: '7'.repeat(32), why: 'withdrawn' }],
        [ANNA, { type: 'RequestEmailChange', requestId: '8'.repeat(32), email: 'anna@example.com' }],
        [ANNA, { type: 'ConfirmEmailChange', requestId: '8'.repeat(32), side: 'newAddress' }],
        [ANNA, { type: 'ConfirmEmailChange', requestId: '8'.repeat(32), side: 'oldAddress' }],
        [ANNA, { type: 'FinishEmailChange', requestId: '8'.repeat(32) }],
      ),
    ]),
  },
  'account-with-passkeys': {
    about: 'Two passkeys, one of them removed.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ANNA, { type: 'AddPasskey', passkeyId: PASSKEY, name: 'My phone' }],
        [ANNA, { type: 'AddPasskey', passkeyId: '5'.repeat(32), name: 'The key on my desk' }],
        [ANNA, { type: 'RemovePasskey', passkeyId: PASSKEY }],
      ),
    ]),
  },
  'account-suspended-in-the-first-release': {
    about: 'Suspended and reinstated, with reasons in clear.',
    stream: `account-${ANNA.id}`,
    ofFirstRelease: true,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [SYSTEM, { type: 'RejectBankAccount', reason: 'account closed' }],
        [CLERK, { type: 'SuspendAccount', reason: 'sold casts' }],
        [CLERK, { type: 'ReinstateAccount', reason: 'they were none' }],
      ),
    ]),
  },
  'account-terminated': {
    about: 'Suspended; a termination was withdrawn, one rejected, the last confirmed and carried out.',
    stream: `account-${ANNA.id}`,
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [CLERK, { type: 'SuspendAccount', reason: 'sold casts' }],
        [CLERK, { type: 'ProposeTermination', proposalId: PROPOSAL, reason: 'again' }],
        [CLERK, { type: 'RejectTermination', proposalId: PROPOSAL, reason: 'I was wrong' }],
        [CLERK, { type: 'ProposeTermination', proposalId: '7'.repeat(32), reason: 'again' }],
        [COLLEAGUE, { type: 'RejectTermination', proposalId: '7'.repeat(32), reason: 'too hard' }],
        [CLERK, { type: 'ProposeTermination', proposalId: '8'.repeat(32), reason: 'a third time' }],
        [COLLEAGUE, { type: 'ConfirmTermination', proposalId: '8'.repeat(32), reason: 'I read the reports' }],
      ),
      { type: 'EraseAccount', openSales: 0, by: SYSTEM, at: AT + 90 * DAY },
    ]),
  },
  'account-of-an-erased-person': {
    about: 'Deletion was asked for, taken back, asked for again and carried out; the key is gone.',
    stream: `account-${ANNA.id}`,
    erased: [`account-${ANNA.id}`],
    acts: actsOf(account, [
      ...registered,
      ...asked(
        [ANNA, { type: 'RequestDeletion' }],
        [ANNA, { type: 'CancelDeletion' }],
        [ANNA, { type: 'RequestDeletion' }],
      ),
      { type: 'EraseAccount', openSales: 0, by: SYSTEM, at: AT + 90 * DAY },
    ]),
  },
  'name-claimed': {
    about: 'A name was taken, given up and taken by another account.',
    stream: 'email-00ff',
    acts: actsOf(nameClaim, [
      { type: 'ClaimName', at: AT, accountId: ANNA.id },
      { type: 'ReleaseName', at: AT + DAY, accountId: ANNA.id },
      { type: 'ClaimName', at: AT + 2 * DAY, accountId: BEN.id },
    ]),
  },
};

const offered = hourly<ListingCommand>();
const offer = {
  title: 'Redemptor Dreadnought',
  franchise: 'warhammer40k',
  mainFaction: 'Space Marines',
  subfaction: 'Ultramarines',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: 4_500,
  description: 'Magnetised arms',
};
const seller = { id: ANNA.id, feeAccepted: true, active: true, country: 'Netherlands' };
const images = [{ original: 'o.webp', thumbnail: 't.webp', s3Key: 'k', width: 800, height: 600 }];
const OWN_RATES = { domestic: 300, continental: 900, international: null };
const photoOf = (key: string): ListedPhoto => ({
  image: { ...images[0]!, s3Key: key },
  file: {
    sha256Uploaded: key.repeat(64),
    sha256Stored: key.repeat(64),
    sha256Thumbnail: key.repeat(64),
    bytes: 9,
    type: 'image/webp',
  },
  takenAt: '2026-05-01T10:20:30',
});
const reserved = {
  type: 'ReserveListing',
  transactionId: TRANSACTION,
  buyerId: BEN.id,
  price: 4_200,
  until: AT + DAY,
  seller,
} as const;
const published = offered(
  [ANNA, { type: 'PublishListing', id: LISTING, offer, images, disclaimerAccepted: false, seller }],
  [ANNA, { type: 'ReviseListing', offer: { ...offer, price: 4_200 } }],
);
const onListing = { stream: `listing-${LISTING}` };

const listings: Record<string, Story> = {
  'listing-sold': {
    about: 'Reserved and released, reserved again, sold, returned to the market.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered(
        [SYSTEM, reserved],
        [SYSTEM, { type: 'ReleaseReservation', transactionId: TRANSACTION }],
        [SYSTEM, reserved],
        [SYSTEM, { type: 'MarkSold', transactionId: TRANSACTION }],
        [SYSTEM, { type: 'ReturnToMarket', transactionId: TRANSACTION }],
      ),
    ]),
  },
  'listing-photos-changed': {
    about: 'Its photos put in order, taken away and added, before and after somebody began to buy it.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered(
        [ANNA, { type: 'ChangePhotos', photos: [photoOf('2'), { kept: 'k' }] }],
        [SYSTEM, reserved],
        [SYSTEM, { type: 'ReleaseReservation', transactionId: TRANSACTION }],
        [ANNA, { type: 'ChangePhotos', photos: [{ kept: '2' }] }],
      ),
    ]),
  },
  'listing-rates-set': {
    about:
      'Published with rates for its own shipping, which are changed before somebody begins to buy it and given up after.',
    ...onListing,
    acts: actsOf(
      listing,
      offered(
        [
          ANNA,
          { type: 'PublishListing', id: LISTING, offer, rates: OWN_RATES, images, disclaimerAccepted: false, seller },
        ],
        [
          ANNA,
          { type: 'ReviseListing', offer: { ...offer, price: 4_200 }, rates: { ...OWN_RATES, international: 2_500 } },
        ],
        [SYSTEM, reserved],
        [SYSTEM, { type: 'ReleaseReservation', transactionId: TRANSACTION }],
        [ANNA, { type: 'ReviseListing', offer: { ...offer, price: 4_200 }, rates: null }],
      ),
    ),
  },
  'listing-reduced': {
    about: 'Its price lowered, raised, and lowered below all that was asked.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered(
        ...[4_000, 6_000, 4_000, 3_500].map((price): [Actor, { type: 'ReviseListing'; offer: typeof offer }] => [
          ANNA,
          { type: 'ReviseListing', offer: { ...offer, price } },
        ]),
      ),
    ]),
  },
  'listing-haggled': {
    about:
      'Prices proposed for it: one refused, one taken back, one countered, agreed on and bought, one ended by that.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered(
        [BEN, { type: 'ProposePrice', proposalId: PROPOSAL, price: 3_000, ...WELL }],
        [ANNA, { type: 'RefuseProposal', proposalId: PROPOSAL }],
        [BEN, { type: 'ProposePrice', proposalId: '7'.repeat(32), price: 3_500, ...WELL }],
        [BEN, { type: 'WithdrawProposal', proposalId: '7'.repeat(32) }],
        [BEN, { type: 'ProposePrice', proposalId: '8'.repeat(32), price: 4_000, ...WELL }],
        [ADMIN, { type: 'ProposePrice', proposalId: '9'.repeat(32), price: 2_000, ...WELL }],
        [ANNA, { type: 'CounterProposal', proposalId: '8'.repeat(32), price: 4_100, ...WELL }],
        [BEN, { type: 'AcceptProposal', proposalId: '8'.repeat(32), price: 4_100, shipping: SHIPPING, ...WELL }],
        [BEN, { ...reserved, price: 4_100 }],
        [SYSTEM, { type: 'MarkSold', transactionId: TRANSACTION }],
      ),
    ]),
  },
  'listing-restored': {
    about: 'Removed by staff, and back on offer after a complaint.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered(
        [CLERK, { type: 'RemoveListing', reason: 'A recast.', sellerErased: false, concerned: false }],
        [SYSTEM, { type: 'RestoreListing', sellerActive: true }],
      ),
    ]),
  },
  'listing-archived': {
    about: 'Archived by its seller.',
    ...onListing,
    acts: actsOf(listing, [...published, ...offered([ANNA, { type: 'ArchiveListing', reason: 'bySeller' }])]),
  },
  'listing-removed': {
    about: 'Removed by staff.',
    ...onListing,
    acts: actsOf(listing, [
      ...published,
      ...offered([CLERK, { type: 'RemoveListing', reason: 'a cast', sellerErased: false, concerned: false }]),
    ]),
  },
  'listing-removed-in-the-first-release': {
    about: 'Removed by staff, with the reason in clear.',
    ...onListing,
    ofFirstRelease: true,
    acts: actsOf(listing, [
      ...published,
      ...offered([CLERK, { type: 'RemoveListing', reason: 'a cast', sellerErased: false, concerned: false }]),
    ]),
  },
};

const said = hourly<ConversationCommand>();
const parties = { buyerId: BEN.id, sellerId: ANNA.id, listingId: LISTING };
const circumstances = {
  listingSellerId: ANNA.id,
  listingVisible: true,
  shareTransaction: false,
  senderActive: true,
  recipientThere: true,
  senderHasBlocked: false,
  recipientHasBlocked: false,
  ownHost: 'reliquary.example',
};
const image = { original: 'original.webp', s3Key: 'k' };
const message = (number: number, content: string, withImage = false) =>
  ({
    type: 'SendMessage',
    messageId: String(number).repeat(32),
    parties,
    content,
    image: withImage ? image : null,
    circumstances,
  }) as const;
const talk = said(
  [BEN, message(1, 'Is it sealed?')],
  [ANNA, message(2, 'It is.')],
  [ANNA, message(3, '', true)],
  [BEN, { type: 'ReadMessages', upTo: '2'.repeat(32) }],
  [ANNA, { type: 'ReportMessage', messageId: '1'.repeat(32), senderId: BEN.id, reason: 'It is rude' }],
  [CLERK, { type: 'ResolveReport', messageId: '1'.repeat(32), outcome: 'nothing', note: 'It is not' }],
);
const inConversation = { stream: `conversation-${BEN.id}-${ANNA.id}-${LISTING}` };

const conversations: Record<string, Story> = {
  'conversation-reported': {
    about: 'A question, an answer, a picture, one of them read, one reported and found harmless.',
    ...inConversation,
    acts: actsOf(conversation, talk),
  },
  'conversation-of-an-erased-month': {
    about: 'The month of its first messages is past its retention; what was said a month later is still there.',
    ...inConversation,
    erased: [`${inConversation.stream}-202603`],
    acts: actsOf(conversation, [...talk, { ...message(4, 'And now?'), by: BEN, at: AT + 40 * DAY }]),
  },
};

const night = (number: number, atProvider: number) =>
  ({
    type: 'AttestLedger',
    at: AT + number * DAY,
    night: `2026-03-0${2 + number}`,
    books: { totals: { psp_clearing: -8_975, escrow: 8_975 }, entries: 2, wrongBalances: 0, leftovers: 0 },
    behind: false,
    position: `0000000000000000000${number}`,
    events: 9,
    digest: 'ab'.repeat(32),
    atProvider,
  }) as const;
const nights = [night(0, 8_975), night(1, 8_000), night(2, 8_000), night(3, 8_975)];

export const others: Record<string, Story> = {
  ...accounts,
  ...listings,
  ...conversations,
  'inbox-read': {
    about: 'One notification read, one deleted, then all read.',
    stream: `inbox-${ANNA.id}`,
    acts: actsOf(notificationState, [
      { type: 'ReadNotification', at: AT, notificationId: 'one' },
      { type: 'DeleteNotification', at: AT + HOUR, notificationId: 'two' },
      { type: 'ReadAllNotifications', at: AT + 2 * HOUR },
    ]),
  },
  attestations: {
    about: 'A sound night, two with the same difference, a sound one.',
    stream: 'attestation-ledger',
    acts: actsOf(bookCheck, nights),
  },
  'attestations-of-the-first-release': {
    about: 'The same nights, sealed as the first release did.',
    stream: 'attestation-ledger',
    ofFirstRelease: true,
    acts: actsOf(bookCheck, nights),
  },
  'buyer-who-agrees': {
    about: 'Three prices agreed on: one lapsed, one was withdrawn, one was bought.',
    stream: `unpaidPurchases-${ANNA.id}`,
    acts: actsOf(unpaidPurchases, [
      agrees(1, AT),
      agrees(2, AT + 1),
      agrees(3, AT + 2),
      agreementEnds(2, 'withdrawn', AT + 3),
      agreementEnds(3, 'dropped', AT + 4),
      agreementEnds(1, 'lapsed', AT + 24 * HOUR),
    ]),
  },
  'buyer-who-lets-go': {
    about: 'One purchase of each end, and the same miniature let go twice.',
    stream: `unpaidPurchases-${ANNA.id}`,
    acts: actsOf(unpaidPurchases, [
      begins(1, AT),
      ends(1, 'paid', AT + HOUR),
      begins(2, AT + HOUR),
      ends(2, 'dropped', AT + HOUR),
      begins(3, AT + HOUR),
      ends(3, 'lapsed', AT + 2 * HOUR),
      begins(4, AT + 3 * HOUR),
      begins(5, AT + 3 * HOUR, '2'.repeat(32)),
      ends(4, 'abandoned', AT + 4 * HOUR),
    ]),
  },
  'impossible-fact-closed': {
    about: 'The provider spoke of less than nothing; somebody found out why.',
    stream: 'orphan-00fe',
    acts: actsOf(unmatchedEvent, [
      {
        type: 'RecordImpossible',
        at: AT,
        by: SYSTEM,
        eventId: 'evt-2',
        kind: 'refund.done',
        reference: 'r-1',
        told: '-500 EUR',
        saleId: '2'.repeat(32),
      },
      { type: 'CloseOrphan', at: AT + DAY, by: CLERK, note: 'a test of theirs' },
    ]),
  },
  'unmatched-object': {
    about: 'The provider had a refund that no fact told of.',
    stream: 'orphan-00fd',
    acts: actsOf(unmatchedEvent, [
      {
        type: 'RecordUnmatched',
        at: AT,
        by: SYSTEM,
        eventId: 'object.re_1',
        kind: 'refund',
        reference: 're_1',
        told: '€5.00, done; no fact of ours tells of it',
        saleId: null,
      },
    ]),
  },
  'orphan-altered': {
    about: 'A stored picture was not the one that was uploaded.',
    stream: 'orphan-00fb',
    acts: actsOf(unmatchedEvent, [
      {
        type: 'RecordAltered',
        at: AT,
        by: SYSTEM,
        eventId: 'altered.evidence/0195a1b2c3d47e8f90a1b2c3d4e5f607/1.webp.aaaa',
        kind: 'picture',
        reference: 'evidence/0195a1b2c3d47e8f90a1b2c3d4e5f607/1.webp',
        told: '1.webp',
        saleId: '0195a1b2c3d47e8f90a1b2c3d4e5f607',
      },
    ]),
  },
  'log-keys': {
    about: 'The key of the transparency log was changed; what its note says is read where it is verified.',
    stream: 'log-keys',
    acts: actsOf(logKeys, [{ type: 'ChangeLogKey', at: AT, by: SYSTEM, change: 'a note signed with both keys' }]),
  },
  'disclosures-of-an-account': {
    about: 'An auditor opened the address of a sale, staff an e-mail address, each with a reason.',
    stream: `disclosure-${ANNA.id}`,
    acts: actsOf(dataAccesses, [
      {
        type: 'OpenPersonalData',
        at: AT,
        by: { id: CLERK.id, role: 'auditor' } as Actor,
        of: `transaction-${TRANSACTION}`,
        revision: 1,
        event: 'ShippingSet',
        fields: ['address'],
        purpose: 'audit',
        reason: 'A sample of this month',
      },
      {
        type: 'OpenPersonalData',
        at: AT + DAY,
        by: CLERK,
        of: `account-${ANNA.id}`,
        revision: 0,
        event: 'AccountRegistered',
        fields: ['email'],
        purpose: 'support',
        reason: 'She wrote from another address',
      },
    ]),
  },
  'security-of-an-account': {
    about:
      'Somebody came in, was kept out, and was refused a call for colleagues; what is between two round numbers is only counted.',
    stream: `security-${ANNA.id}`,
    acts: actsOf(security, [
      {
        type: 'NoteSignIn',
        at: AT,
        by: SYSTEM,
        accountId: ANNA.id,
        way: 'credentials',
        secondFactor: true,
        network: 'c'.repeat(32),
        times: 1,
      },
      ...[3, 10].map((times) => ({
        type: 'NoteRefusedSignIn' as const,
        at: AT + HOUR,
        by: SYSTEM,
        accountId: ANNA.id,
        way: 'credentials' as const,
        why: 'wrongCredentials' as const,
        network: 'c'.repeat(32),
        address: 'f'.repeat(32),
        times,
      })),
      {
        type: 'NoteRefusedAccess',
        at: AT + DAY,
        by: SYSTEM,
        accountId: ANNA.id,
        call: 'GET audit/ledger',
        why: 'role',
        network: 'c'.repeat(32),
        times: 1,
      },
    ]),
  },
  'case-worked': {
    about: 'A case that is taken, taken over, snoozed, woken, annotated and given back.',
    stream: `case-${TRANSACTION}`,
    acts: actsOf(
      caseDesk,
      (
        [
          { type: 'AssignCase', by: CLERK, from: null },
          { type: 'AssignCase', by: COLLEAGUE, from: CLERK.id },
          { type: 'SnoozeCase', by: COLLEAGUE, until: AT + 3 * DAY },
          { type: 'EndSnooze', by: COLLEAGUE },
          { type: 'WriteNote', by: COLLEAGUE, text: 'The carrier says: returned to the sender.' },
          { type: 'UnassignCase', by: CLERK, from: COLLEAGUE.id },
        ] as const
      ).map((command, hour) => ({
        ...command,
        at: AT + hour * HOUR,
        parties: { buyerId: BEN.id, sellerId: ANNA.id },
      })),
    ),
  },
  'watching-two': {
    about: 'Two listings watched, one of them no longer.',
    stream: `watching-${BEN.id}`,
    acts: actsOf(
      watchList,
      [LISTING, TRANSACTION].flatMap((listingId, hour): WatchListCommand[] => [
        {
          type: 'WatchListing',
          at: AT + hour * HOUR,
          by: BEN,
          listingId,
          listing: { status: 'active', removed: false, sellerId: ANNA.id, price: 4_500 },
        },
        ...(hour === 1 ? [{ type: 'UnwatchListing', at: AT + DAY, by: BEN, listingId } as const] : []),
      ]),
    ),
  },
  'searches-three': {
    about: 'Three searches saved: one looked at after it matched, one renamed and told of once a day, one deleted.',
    stream: `searches-${BEN.id}`,
    acts: actsOf(searches, [
      {
        type: 'SaveSearch',
        at: AT,
        by: BEN,
        searchId: SEARCH,
        wanted: { search: 'dragon', condition: ['Built'], paintQuality: [], country: [], maxPrice: 5_000 },
      },
      {
        type: 'SaveSearch',
        at: AT + 1,
        by: BEN,
        searchId: OTHER_SEARCH,
        wanted: { franchise: 'warhammer40k', condition: [], paintQuality: [], country: ['Germany'] },
      },
      { type: 'RenameSearch', at: AT + 2, by: BEN, searchId: OTHER_SEARCH, name: 'All of it' },
      { type: 'ChooseSearchPace', at: AT + 3, by: BEN, searchId: OTHER_SEARCH, pace: 'daily' },
      {
        type: 'MatchListing',
        at: AT + HOUR,
        by: SYSTEM,
        listingId: LISTING,
        how: 'offered',
        price: 4_500,
        searches: [SEARCH, OTHER_SEARCH],
      },
      { type: 'LookAtSearch', at: AT + DAY, by: BEN, searchId: SEARCH },
      {
        type: 'SaveSearch',
        at: AT + DAY,
        by: BEN,
        searchId: TRANSACTION,
        wanted: { search: 'orc', condition: [], paintQuality: [], country: [] },
      },
      { type: 'DeleteSearch', at: AT + 2 * DAY, by: BEN, searchId: TRANSACTION },
    ]),
  },
  'notice-twice': {
    about:
      'Reported and removed, which a complaint turns round; reported again and left, of which the reporter complains in vain.',
    stream: `notice-${LISTING}`,
    acts: actsOf(
      listingReports,
      noticed(
        [BEN, report],
        [CLERK, { type: 'DecideReport', case: 1, outcome: 'removed', basis: 'terms', ...reasons }],
        [ANNA, { type: 'Complain', case: 1, text: 'I have the invoice of it.' }],
        [COLLEAGUE, { type: 'DecideComplaint', case: 1, outcome: 'reversed', ...reasons }],
        [BEN, report],
        [CLERK, { type: 'DecideReport', case: 2, outcome: 'nothing', basis: 'law', ...reasons }],
        [BEN, { type: 'Complain', case: 2, text: 'The invoice is of another one.' }],
        [COLLEAGUE, { type: 'DecideComplaint', case: 2, outcome: 'stands', ...reasons }],
      ),
    ),
  },
  'review-answered': {
    about: 'A review with its answer; both were reported, one by its wording, and staff took the answer away.',
    stream: `review-${TRANSACTION}`,
    acts: actsOf(review, [
      {
        type: 'WriteReview',
        at: AT,
        by: BEN,
        sale: { buyerId: BEN.id, sellerId: ANNA.id, rating: 4, rateUntil: null },
        text: 'Well packed, a day late.',
        ownHost: 'market.example',
      },
      { type: 'AnswerReview', at: AT + HOUR, by: ANNA, text: 'Pay by PayPal next time.', ownHost: 'market.example' },
      { type: 'ReportReview', at: AT + HOUR, by: ANNA, part: 'review', reason: 'It came in time.' },
      ...(['review', 'answer'] as const).map(
        (part): ReviewCommand => ({
          type: 'ResolveReviewReport',
          at: AT + DAY,
          by: CLERK,
          part,
          outcome: part === 'review' ? 'kept' : 'removed',
          note: 'By our rules.',
        }),
      ),
    ]),
  },
  'orphan-in-dollars': {
    about: 'The provider spoke in dollars of a sale that does not exist.',
    stream: 'orphan-00fc',
    acts: actsOf(unmatchedEvent, [
      {
        type: 'RecordOrphan',
        at: AT,
        by: SYSTEM,
        eventId: 'evt-3',
        kind: 'payment.paid',
        reference: 'nobody',
        amount: 500,
        currency: 'USD',
      },
    ]),
  },
  'orphan-closed': {
    about: 'The provider spoke of a sale that does not exist; somebody found out why.',
    stream: 'orphan-00ff',
    acts: actsOf(unmatchedEvent, [
      {
        type: 'RecordOrphan',
        at: AT,
        by: SYSTEM,
        eventId: 'evt-1',
        kind: 'payment.paid',
        reference: 'nobody',
        amount: 500,
        currency: 'EUR',
      },
      { type: 'CloseOrphan', at: AT + DAY, by: CLERK, note: 'of another shop' },
    ]),
  },
};
