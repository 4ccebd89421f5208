import { expect, test } from 'vitest';
import { scamSignalsIn } from '#domain/conversations/scamSignals.ts';

const found = (content: string) => scamSignalsIn(content, 'reliquary.example');

test.each([
  'Can you pay by PayPal? It is cheaper for both of us',
  'I only take Pay Pal, friends & family',
  'Send the money to my IBAN please',
  'NL91 ABNA 0417 1643 00',
  'Let us do this outside of the escrow',
  'Überweisung ist mir lieber',
  'ｐａｙｐａｌ',
  'Pay\u200bPal',
  'a gift card would do',
])('finds payment outside escrow: %s', (content) => expect(found(content)).toContain('payment'));

test.each([
  'Write to bob@mail.example about the payment',
  'bob (at) mail (dot) example, I will tell you how to pay',
  'Call +31 6 1234 5678, then we talk about the deposit',
  'Your refund waits: write me on Telegram',
])('finds a payment discussion elsewhere: %s', (content) => expect(found(content)).toContain('contact'));

test.each([
  'https://reliquary-support.example/login',
  'look at www.cheap-minis.example',
  'my shop: cheap-minis.shop',
  'https://reliquary.example.evil.example/',
  'bit.ly/3xYz',
])('finds an external link: %s', (content) => expect(found(content)).toEqual(['link']));

test.each([
  'Is it still sealed? I would pay 45 for it.',
  'Would 2.5 mm bases fit, or 28/32 mm?',
  'It is a 1995 dragon, no. 0417164300 in the catalogue',
  'Thanks.It arrived well.And it is wise to wait',
  'See https://reliquary.example/listings/1 and RELIQUARY.example/listings/2',
  'The signal horn is missing, so I would pay 20',
  'I have paid, thank you!',
  'z.B. das Schwert, usw.',
])('finds nothing in: %s', (content) => expect(found(content)).toEqual([]));
