import { expect, test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT_ONCE, choosable } from '#domain/accounts/mailChoices.ts';
import { EVENT_EMAILS } from '#domain/notifications/emails.ts';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { DEADLINE_ROWS } from '#domain/transactions/process/deadlineTable.ts';
import { AT, command, given, registered, verified } from './accountHistory.ts';

const messagesOff: AccountEvent = {
  type: 'EmailsChosen',
  data: { at: AT, choices: { ...AT_ONCE, messages: 'off' } },
};
const off = command({ type: 'ChooseEmails', choices: { messages: 'off' } });

test('turns off one kind and keeps the others; an unchanged choice writes nothing', () => {
  given(registered, verified).when(off).emits(messagesOff);
  given(registered, verified, messagesOff).when(off).changesNothing();
  given(registered, verified, messagesOff)
    .when(command({ type: 'ChooseEmails', choices: { reviews: 'daily' } }))
    .emits({ type: 'EmailsChosen', data: { at: AT, choices: { ...AT_ONCE, messages: 'off', reviews: 'daily' } } });
});

test('offers few kinds, to members none about money, deadlines or the account', () => {
  expect(EVENT_EMAILS.filter((template) => choosable(template) !== undefined)).toEqual([
    'proposalEnded',
    'saleStarted',
    'saleTimedOut',
    'deliveryConfirmed',
    'statementGiven',
    'ratingReceived',
    'reviewWritten',
    // the queue shows every case
    'caseForStaff',
  ]);
});

test('keeps every e-mail about a deadline on', () => {
  for (const kind of Object.keys(REQUIRED_ACTIONS).filter((one) => one !== 'question')) {
    const { names, setBy } = DEADLINE_ROWS[kind as keyof typeof DEADLINE_ROWS];
    for (const event of setBy) {
      const { emails } = eventTextOf(event);
      if ('silent' in emails) continue;
      const around = { subject: '', eventId: '', commandId: '', paid: true };
      const data = { at: AT, by: names === 'seller' ? 'buyer' : 'seller', party: names } as never;
      const told = typeof emails === 'function' ? emails(data, around) : emails;
      for (const { to, template } of told)
        if (to === names) expect([kind, template, choosable(template)]).toEqual([kind, template, undefined]);
    }
  }
});
