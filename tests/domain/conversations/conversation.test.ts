import { describe, expect, test } from 'vitest';
import {
  type Circumstances,
  type ConversationCommand,
  type ConversationEvent,
  conversation,
  type Parties,
} from '#domain/conversations/conversation.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(conversation);
const AT = 1_000;
const BUYER = 'b'.repeat(32);
const SELLER = 'a'.repeat(32);
const STRANGER = 'c'.repeat(32);
const LISTING = '1'.repeat(32);
const PARTIES: Parties = { buyerId: BUYER, sellerId: SELLER, listingId: LISTING };
const IMAGE = { original: 'original.webp', s3Key: 'k' };

const FREE: Circumstances = {
  listingSellerId: SELLER,
  listingVisible: true,
  shareTransaction: false,
  senderActive: true,
  recipientThere: true,
  senderHasBlocked: false,
  recipientHasBlocked: false,
  ownHost: 'reliquary.example',
};

type Send = Extract<ConversationCommand, { type: 'SendMessage' }>;
const by = (id: string) => ({ id, role: 'member' }) as const;
const send = (change: Partial<Omit<Send, 'by' | 'circumstances'>> = {}, from = BUYER, circumstances = {}): Send => ({
  type: 'SendMessage',
  at: AT,
  messageId: 'm1',
  parties: PARTIES,
  content: 'Is it sealed?',
  image: null,
  ...change,
  by: by(from),
  circumstances: { ...FREE, ...circumstances },
});
const read = (reader: string, upTo: string | null = null) =>
  ({ type: 'ReadMessages', at: AT, by: by(reader), upTo }) as const;

const started: ConversationEvent = { type: 'ConversationStarted', data: { at: AT, ...PARTIES } };
const sent = (messageId: string, senderId = BUYER, content: string | null = 'Is it sealed?'): ConversationEvent => ({
  type: 'MessageSent',
  data: { at: AT, messageId, senderId, content, image: null },
});
const wasRead = (readerId: string, upTo: string): ConversationEvent => ({
  type: 'ConversationRead',
  data: { at: AT, readerId, upTo },
});

describe('starting and continuing a conversation', () => {
  test('lets a buyer write first to the seller of a listing [D1-333]', () =>
    given().when(send()).emits(started, sent('m1')));

  test('lets the seller answer, but not write first [D1-333]', () => {
    given(started, sent('m1'))
      .when(send({ messageId: 'm2' }, SELLER))
      .emits(sent('m2', SELLER));
    given().when(send({}, SELLER)).isRejected({ code: 'onlyBuyersBegin' });
  });

  test('lets the seller write first if the two share a transaction [D1-333]', () =>
    given()
      .when(send({}, SELLER, { shareTransaction: true }))
      .emits(started, sent('m1', SELLER)));

  test('rejects it if neither of the two offers the listing [D1-333]', () =>
    given()
      .when(send({}, BUYER, { listingSellerId: STRANGER }))
      .isRejected({ code: 'notTheSellerOfListing' }));

  test('rejects messages to yourself and about your own listing, each with its own code [D1-326] [D1-327]', () => {
    const toBuyer = { parties: { ...PARTIES, sellerId: BUYER } };
    given().when(send(toBuyer)).isRejected({ code: 'messageToYourself' });
    const toSeller = { parties: { ...PARTIES, buyerId: SELLER } };
    given().when(send(toSeller, SELLER)).isRejected({ code: 'messageOnOwnListing' });
  });

  test('rejects a third person', () =>
    given(started, sent('m1')).when(send({}, STRANGER)).isRejected({ code: 'conversationNotFound' }));

  test('rejects a blocked sender, and a sender who has blocked the other', () => {
    const history = [started, sent('m1')];
    given(...history)
      .when(send({}, BUYER, { recipientHasBlocked: true }))
      .isRejected({ code: 'senderBlocked' });
    given(...history)
      .when(send({}, BUYER, { senderHasBlocked: true }))
      .isRejected({ code: 'recipientBlocked' });
  });

  test('rejects a suspended sender and a deleted recipient', () => {
    given()
      .when(send({}, BUYER, { senderActive: false }))
      .isRejected({ code: 'accountNotActive' });
    given()
      .when(send({}, BUYER, { recipientThere: false }))
      .isRejected({ code: 'recipientGone' });
  });

  test('rejects the first message about a hidden listing, unless the two have a conversation or transaction', () => {
    const hidden = { listingVisible: false };
    given()
      .when(send({}, BUYER, hidden))
      .isRejected({ code: 'listingNotFound' });
    given(started, sent('m0'))
      .when(send({}, BUYER, hidden))
      .emits(sent('m1'));
    given()
      .when(send({}, BUYER, { ...hidden, shareTransaction: true }))
      .emits(started, sent('m1'));
  });
});

describe('a message', () => {
  test('is stored trimmed', () =>
    given(started)
      .when(send({ content: '  Is it sealed?\n' }))
      .emits(sent('m1')));

  test('may be an image alone, but not spaces alone [D1-322]', () => {
    given(started)
      .when(send({ content: ' \n ', image: IMAGE }))
      .emits({ type: 'MessageSent', data: { at: AT, messageId: 'm1', senderId: BUYER, content: null, image: IMAGE } });
    given(started)
      .when(send({ content: ' \n ' }))
      .isRejected({ code: 'messageEmpty' });
  });

  test('may have 2000 characters, but not 2001 [D1-323] [D1-479]', () => {
    const longest = 'x'.repeat(2000);
    given(started)
      .when(send({ content: longest }))
      .emits(sent('m1', BUYER, longest));
    given(started)
      .when(send({ content: `${longest}x` }))
      .isRejected({ code: 'messageTooLong' });
  });
});

describe('reading', () => {
  const talk = [started, sent('m1'), sent('m2'), sent('m3', SELLER), sent('m4')];

  test('marks all received messages once [D1-166]', () => {
    given(...talk)
      .when(read(SELLER))
      .emits(wasRead(SELLER, 'm4'));
    given(...talk, wasRead(SELLER, 'm4'))
      .when(read(SELLER))
      .changesNothing();
    given(...talk)
      .when(read(BUYER))
      .emits(wasRead(BUYER, 'm3'));
  });

  test("marks up to the last message shown, even the reader's own", () => {
    given(...talk)
      .when(read(SELLER, 'm1'))
      .emits(wasRead(SELLER, 'm1'));
    given(...talk)
      .when(read(SELLER, 'm3'))
      .emits(wasRead(SELLER, 'm2'));
    given(...talk, wasRead(SELLER, 'm2'))
      .when(read(SELLER))
      .emits(wasRead(SELLER, 'm4'));
  });

  test('changes nothing if nothing new was read', () => {
    given(...talk, wasRead(SELLER, 'm2'))
      .when(read(SELLER, 'm1'))
      .changesNothing();
    given(...talk)
      .when(read(SELLER, 'unknown'))
      .changesNothing();
    given(started, sent('m1')).when(read(BUYER)).changesNothing();
  });

  test('is for the two parties only', () =>
    given(...talk)
      .when(read(STRANGER))
      .isRejected({ code: 'conversationNotFound' }));
});

describe('a report', () => {
  const report = (reporter: string, senderId: string | null) =>
    ({ type: 'ReportMessage', at: AT, by: by(reporter), messageId: 'm1', senderId, reason: 'threats' }) as const;
  const reported: ConversationEvent = {
    type: 'MessageReported',
    data: { at: AT, messageId: 'm1', reporterId: SELLER, reason: 'threats' },
  };

  test('is made by the recipient, once', () => {
    given(started, sent('m1')).when(report(SELLER, BUYER)).emits(reported);
    given(started, sent('m1'), reported).when(report(SELLER, BUYER)).changesNothing();
  });

  test('is rejected for an own or missing message, and from a third person', () => {
    given(started, sent('m1')).when(report(BUYER, BUYER)).isRejected({ code: 'ownMessageReported' });
    given(started).when(report(SELLER, null)).isRejected({ code: 'messageNotFound' });
    given(started, sent('m1')).when(report(STRANGER, BUYER)).isRejected({ code: 'conversationNotFound' });
  });
});

describe('an open report', () => {
  const reported: ConversationEvent = {
    type: 'MessageReported',
    data: { at: AT, messageId: 'm1', reporterId: SELLER, reason: 'threats' },
  };
  const staff = { id: 'e'.repeat(32), role: 'staff' } as const;
  const resolve = (messageId = 'm1', actor: ConversationCommand['by'] = staff) =>
    ({
      type: 'ResolveReport',
      at: AT,
      by: actor,
      messageId,
      message: { senderId: BUYER, sentAt: AT },
      outcome: 'warned',
      rule: 'insult',
      note: 'once',
    }) as const;
  const told = { senderId: BUYER, sentAt: AT, listingId: LISTING, reporters: [SELLER] };
  const resolved: ConversationEvent = {
    type: 'MessageReportResolved',
    data: { at: AT, messageId: 'm1', outcome: 'warned', rule: 'insult', note: 'once', by: staff.id, ...told },
  };

  test('is resolved by staff, once', () => {
    given(started, sent('m1'), reported).when(resolve()).emits(resolved);
    given(started, sent('m1'), reported, resolved).when(resolve()).isRejected({ code: 'reportDecided' });
    given(started, sent('m1'), reported).when(resolve('m2')).isRejected({ code: 'reportNotFound' });
  });

  test('ends with a warning only if the broken rule is named', () => {
    given(started, sent('m1'), reported)
      .when({ ...resolve(), rule: undefined })
      .isRejected({ code: 'ruleMissing' });
  });

  test('names no rule without a warning, and no reporter for what the filter found', () => {
    const found: ConversationEvent = { ...reported, data: { ...reported.data, reporterId: 'system' } };
    given(started, sent('m1'), found)
      .when({ ...resolve(), outcome: 'nothing' })
      .emits({
        type: 'MessageReportResolved',
        data: { at: AT, messageId: 'm1', outcome: 'nothing', note: 'once', by: staff.id, ...told, reporters: [] },
      });
  });

  test('is closed as suspended only if the account is suspended', () => {
    const suspended = (senderSuspended: boolean) =>
      ({ ...resolve(), outcome: 'suspended', senderSuspended }) as ConversationCommand;
    const { rule: _, ...unruled } = resolved.data as { rule?: string };
    given(started, sent('m1'), reported).when(suspended(false)).isRejected({ code: 'senderNotSuspended' });
    given(started, sent('m1'), reported)
      .when(suspended(true))
      .emits({ ...resolved, data: { ...unruled, outcome: 'suspended' } } as ConversationEvent);
  });

  test('cannot be resolved by staff who take part in the conversation', () => {
    for (const id of [BUYER, SELLER])
      given(started, sent('m1'), reported)
        .when(resolve('m1', { id, role: 'staff' }))
        .isRejected({ code: 'ownReportDecided' });
  });

  test('cannot be resolved by its parties or an auditor', () => {
    for (const actor of [by(BUYER), by(SELLER), { ...staff, role: 'auditor' } as const])
      given(started, sent('m1'), reported).when(resolve('m1', actor)).isRejected({ code: 'notAllowed' });
  });
});

test('drops messages once read, so a long conversation stays small', () => {
  const state = given(started, sent('m1'), sent('m2', SELLER), wasRead(SELLER, 'm1'), wasRead(BUYER, 'm2')).state();
  expect(state.unread).toEqual({ buyer: [], seller: [] });
});

describe('a message that leads away from escrow', () => {
  const flagged = (messageId: string, reason: string): ConversationEvent => ({
    type: 'MessageReported',
    data: { at: AT, messageId, reporterId: 'system', reason },
  });
  const PAYMENT = 'Found by its wording: it speaks of paying outside escrow.';
  const LINK = 'Found by its wording: it holds a link to elsewhere, between people who have no sale with each other.';

  test('is sent and reported to staff in one step', () =>
    given(started, sent('m1'))
      .when(send({ messageId: 'm2', content: 'Send it by PayPal' }, SELLER))
      .emits(sent('m2', SELLER, 'Send it by PayPal'), flagged('m2', PAYMENT)));

  test('is reported once per conversation, even after staff have decided', () =>
    given(started, sent('m1'), flagged('m1', PAYMENT))
      .when(send({ messageId: 'm2', content: 'Send it by PayPal' }, SELLER))
      .emits(sent('m2', SELLER, 'Send it by PayPal')));

  test('is not reported for a link between people with a transaction', () => {
    const link = { messageId: 'm2', content: 'https://parcels.example/3SABC' };
    given(started, sent('m1'))
      .when(send(link))
      .emits(sent('m2', BUYER, link.content), flagged('m2', LINK));
    given(started, sent('m1'))
      .when(send(link, BUYER, { shareTransaction: true }))
      .emits(sent('m2', BUYER, link.content));
  });

  test('is not reported if staff wrote it', () =>
    given(started, sent('m1'))
      .when({ ...send({ messageId: 'm2', content: 'Never pay by PayPal' }), by: { id: BUYER, role: 'staff' } })
      .emits(sent('m2', BUYER, 'Never pay by PayPal')));
});
