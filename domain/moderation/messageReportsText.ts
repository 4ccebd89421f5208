import type { MessageRule, ReportOutcome } from '../conversations/conversation.ts';
import { COMPLAINT_TIME } from './limits.ts';

export const MESSAGE_RULE_WORDS: Readonly<Record<MessageRule, string>> = {
  dealingOutside: 'It attempts to deal outside Reliquary',
  insult: 'It insults or threatens somebody',
  advertising: 'It is advertising',
  law: 'It breaks the law',
};

export const isMessageRule = (text: unknown): text is MessageRule =>
  typeof text === 'string' && Object.hasOwn(MESSAGE_RULE_WORDS, text);

/** The warning as its reader gets it. `item`: quoted. `sentAt`: formatted, with time zone. It never names a reporter. */
export const warningWords = ({ item, sentAt, rule }: { item: string; sentAt: string; rule: MessageRule }): string[] => [
  `Our staff read your message of ${sentAt} about ${item}. A report or our automatic check had pointed to it; people read it and decided.`,
  `${MESSAGE_RULE_WORDS[rule]}. ${rule === 'law' ? 'Our terms do not allow that either.' : 'Our terms do not allow that.'}`,
  'This is a warning. Nothing else changes for you. If it happens again, our staff may suspend your account.',
  `If you think this is wrong, reply to this email within ${COMPLAINT_TIME} and tell us why. It is free of charge, and people answer on business days.`,
];

const DECIDED: Readonly<Record<ReportOutcome, string>> = {
  nothing: 'Our staff read it with the messages around it and found nothing that breaks the terms or the law.',
  warned: 'Our staff found that it breaks our terms, and warned its sender.',
  suspended: 'Our staff found that it breaks our terms, and suspended the account of its sender.',
};

/** For those who reported the message. */
export const reportedMessageWords = (item: string, outcome: ReportOutcome): string[] => [
  `You reported a message about ${item}. ${DECIDED[outcome]}`,
  'People looked into it and decided, no automated means.',
  `If you think this is wrong, reply to this email within ${COMPLAINT_TIME} and tell us why. It is free of charge, and people answer on business days.`,
];
