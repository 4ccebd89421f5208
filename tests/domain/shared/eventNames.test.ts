import { expect, test } from 'vitest';
import { accountEvents } from '#domain/accounts/events.ts';
import { conversationEvents } from '#domain/conversations/conversation.ts';
import { listingEvents } from '#domain/listings/events.ts';
import { notificationStateEvents } from '#domain/notifications/notificationState.ts';

test.each([
  [
    'an account',
    accountEvents,
    [
      'AccountRegistered',
      'EmailVerified',
      'PasswordChanged',
      'ProfileUpdated',
      'ShippingAddressSet',
      'SellerTermsAccepted',
      'ShippingRatesSet',
      'BankDetailsProvided',
      'BankAccountVerified',
      'BankAccountRejected',
      'SellerRated',
      'RoleGranted',
      'RoleRevoked',
      'AccountSuspended',
      'AccountReinstated',
      'DeletionRequested',
      'DeletionCancelled',
      'AccountErased',
    ],
  ],
  [
    'a listing',
    listingEvents,
    [
      'ListingPublished',
      'ListingRevised',
      'ListingArchived',
      'ListingReserved',
      'ReservationReleased',
      'ListingSold',
      'ListingRemoved',
      'ListingReturnedToMarket',
    ],
  ],
  ['a conversation', conversationEvents, ['ConversationStarted', 'MessageSent', 'ConversationRead']],
  ['an inbox', notificationStateEvents, ['NotificationRead', 'AllNotificationsRead', 'NotificationDeleted']],
])('the events of %s have their specified names [L-009] [L-010] [L-011]', (_, events, names) => {
  expect(Object.keys(events)).toEqual(expect.arrayContaining(names));
});
