import { describe, test } from 'vitest';
import { type NotificationStateEvent, notificationState } from '#domain/notifications/notificationState.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(notificationState);
const AT = 1_000;
const N = 'n1';
const read: NotificationStateEvent = { type: 'NotificationRead', data: { at: AT, notificationId: N } };
const deleted: NotificationStateEvent = { type: 'NotificationDeleted', data: { at: AT, notificationId: N } };

describe('a notification', () => {
  test('is read once', () => {
    given().when({ type: 'ReadNotification', at: AT, notificationId: N }).emits(read);
    given(read).when({ type: 'ReadNotification', at: AT, notificationId: N }).changesNothing();
  });
  test('is deleted once, and cannot be read after that', () => {
    given(read).when({ type: 'DeleteNotification', at: AT, notificationId: N }).emits(deleted);
    given(deleted).when({ type: 'DeleteNotification', at: AT, notificationId: N }).changesNothing();
    given(deleted).when({ type: 'ReadNotification', at: AT, notificationId: N }).changesNothing();
  });
  test('marks all as read at once', () =>
    given()
      .when({ type: 'ReadAllNotifications', at: AT })
      .emits({ type: 'AllNotificationsRead', data: { at: AT } }));
});
