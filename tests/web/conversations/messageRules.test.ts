import { describe, expect, test } from 'vitest';
import * as contract from '#application/contract/conversations.ts';
import { MAX_MESSAGE_IMAGE_BYTES } from '#application/contract/limits.ts';
import { MAX_MESSAGE_LENGTH } from '#domain/conversations/limits.ts';
import { conversationIdOf, partsOf } from '#web/conversations/conversationId.ts';
import { addressed, imageFailure, isEmpty, recipientIn, textFailure } from '#web/conversations/messageRules.ts';
import { aMessage, LISTING_ID, RUIZ, TALK_ID } from './talk.ts';

const MARTA = 'a'.repeat(32);
const anImage = (type: string, size = 1) => ({ type, size });

test('uses the server’s limits [D1-479]', () => {
  expect([MAX_MESSAGE_LENGTH, MAX_MESSAGE_IMAGE_BYTES]).toEqual([2000, 2_097_152]);
  expect(conversationIdOf('one', 'two', 'three')).toBe(contract.conversationIdOf('one', 'two', 'three'));
});

describe('a message', () => {
  test('needs text or an image; an image alone is enough, spaces alone are not [D1-322]', () => {
    const image = new File(['x'], 'dragon.png', { type: 'image/png' });
    expect(isEmpty({ text: '', image: null })).toBe(true);
    expect(isEmpty({ text: ' \n ', image: null })).toBe(true);
    expect(isEmpty({ text: 'Good morning', image: null })).toBe(false);
    expect(isEmpty({ text: '', image })).toBe(false);
  });

  test('has at most 2000 characters without surrounding spaces; 2001 are refused [D1-323]', () => {
    expect(textFailure('x'.repeat(2000))).toBeNull();
    expect(textFailure(`  ${'x'.repeat(2000)}\n`)).toBeNull();
    expect(textFailure('x'.repeat(2001))).toBe('Message must be at most 2000 characters');
  });

  test('takes an image of 2,097,152 bytes, but not one byte more [D1-324] [D1-468]', () => {
    expect(imageFailure(anImage('image/jpeg', 2_097_152))).toBeNull();
    expect(imageFailure(anImage('image/jpeg', 2_097_153))).toBe('Image size should be less than 2MB');
  });

  test('takes JPEG, PNG and WebP, and no other type [D1-325]', () => {
    expect(['image/jpeg', 'image/png', 'image/webp'].map((type) => imageFailure(anImage(type)))).toEqual([
      null,
      null,
      null,
    ]);
    for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', ''])
      expect(imageFailure(anImage(type))).toBe('Invalid file type. Only JPEG, PNG and WebP are allowed.');
  });
});

describe('the recipient', () => {
  test('is the second part of the id and the listing the third, whatever the first [D1-150]', () => {
    expect(partsOf(TALK_ID)).toEqual({ recipientId: RUIZ._id, listingId: LISTING_ID });
    expect(partsOf('something-you-thing')).toEqual({ recipientId: 'you', listingId: 'thing' });
    expect(partsOf('')).toEqual({ recipientId: '', listingId: '' });
  });

  test('is taken from the id before the first message [D1-332]', () => {
    expect(recipientIn(MARTA, TALK_ID, [])).toEqual({ to: { recipientId: RUIZ._id, listingId: LISTING_ID } });
  });

  test('is the seller for a buyer, and the person in the id for a seller [D1-327] [D1-330]', () => {
    const loaded = [aMessage(1)];
    expect(recipientIn(MARTA, `x-whoever-${LISTING_ID}`, loaded).to?.recipientId).toBe(RUIZ._id);
    const fromRuiz = conversationIdOf(RUIZ._id, MARTA, LISTING_ID);
    expect(recipientIn(RUIZ._id, fromRuiz, loaded).to?.recipientId).toBe(MARTA);
  });

  test('is missing if loaded messages lack listing or seller [D1-330]', () => {
    const broken = [undefined, { _id: LISTING_ID }, { seller: { _id: RUIZ._id } }].map((listing) =>
      recipientIn(MARTA, TALK_ID, [{ ...aMessage(1), listing: listing as never }]),
    );
    expect(broken.map(({ failure }) => failure)).toEqual(Array(3).fill('Invalid listing data in message'));
  });

  test('is missing without a conversation [D1-331]', () => {
    expect(recipientIn(MARTA, undefined, []).failure).toBe('No valid conversation context found');
  });

  test('is rejected if person or listing is missing [D1-328]', () => {
    const missing = 'Missing recipient or listing information';
    expect(addressed(MARTA, { listingId: LISTING_ID }).failure).toBe(missing);
    expect(addressed(MARTA, { recipientId: RUIZ._id }).failure).toBe(missing);
    expect(recipientIn(MARTA, 'onlyone', []).failure).toBe(missing);
  });

  test('is never oneself [D1-326]', () => {
    expect(addressed(MARTA, { recipientId: MARTA, listingId: LISTING_ID }, RUIZ._id).failure).toBe(
      'You cannot send a message to yourself',
    );
  });

  test('is never oneself for one’s own listing [D1-327]', () => {
    expect(addressed(MARTA, { recipientId: MARTA, listingId: LISTING_ID }, MARTA).failure).toBe(
      'You cannot message yourself about your own listing',
    );
  });
});
