import { expect, test } from 'vitest';
import type { EmailRequest } from '#application/notifications/emails/emailJob.ts';
import { emails } from '#application/notifications/policies/emails.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { PolicyDeps } from '#application/shared/policyDeps.ts';
import { MESSAGE_RULES, REPORT_OUTCOMES } from '#domain/conversations/conversation.ts';
import { MESSAGE_RULE_WORDS, warningWords } from '#domain/moderation/messageReportsText.ts';
import { messageReportText, messagesOfMessageReport } from '#domain/notifications/messageReports.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';

const [SENDER, REPORTER, LISTING] = ['5', 'a', '1'].map((letter) => letter.repeat(32)) as [string, string, string];
const AT = Date.UTC(2026, 4, 7, 12, 30);
const people = { senderId: SENDER, sentAt: AT, listingId: LISTING, reporters: [REPORTER] };

const resolved = (data: object) =>
  ({
    id: 'e1',
    type: 'MessageReportResolved',
    stream: `conversation-${'7'.repeat(32)}`,
    revision: 4,
    data: { at: AT, messageId: 'm', note: 'The third time', by: 'clerk', ...data },
    metadata: { commandId: 'c1' },
  }) as unknown as Recorded;

const requestsFor = async (data: object): Promise<EmailRequest[]> => {
  const jobs: Job[] = [];
  await emails({ jobs: { add: async (added: Job[]) => void jobs.push(...added) } } as unknown as PolicyDeps).handle(
    resolved(data),
  );
  return jobs.map((job) => job.data as EmailRequest);
};

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example/', supportEmail: 'help@reliquary.example' });
const written = ({ template, details = {} }: EmailRequest) =>
  render({
    template,
    username: 'Ada',
    role: null,
    transaction: null,
    details: { ...details, title: 'Drake' },
    path: null,
  });

test.each(MESSAGE_RULES)('a warning for “%s” reaches the sender by e-mail and notification', async (rule) => {
  const warned = { outcome: 'warned', rule, ...people };
  const [toSender, toReporter, ...others] = await requestsFor(warned);
  expect([toSender?.accountId, toReporter?.accountId, others]).toEqual([SENDER, REPORTER, []]);
  const { text } = written(toSender!);
  for (const paragraph of warningWords({ item: '“Drake”', sentAt: '7 May 2026 at 14:30 CEST', rule }))
    expect(text).toContain(paragraph);
  expect(text).not.toMatch(/reporter|The third time|clerk/);
  const [bell] = messagesOfMessageReport(resolved(warned));
  expect([bell?.account, bell?.to]).toEqual([SENDER, 'sender']);
  const words = MESSAGE_RULE_WORDS[rule].slice(1);
  expect(messageReportText('sender', bell!.kept, '“Drake”')).toContain(words);
});

test.each(REPORT_OUTCOMES)(
  'the reporter hears of the outcome “%s”, and only a warning tells the sender',
  async (outcome) => {
    const data = { outcome, ...people, ...(outcome === 'warned' && { rule: 'insult' }) };
    const requests = await requestsFor(data);
    expect(requests.map(({ accountId }) => accountId)).toEqual(outcome === 'warned' ? [SENDER, REPORTER] : [REPORTER]);
    const told = { nothing: /found nothing that breaks/, warned: /warned its sender/, suspended: /suspended/ }[outcome];
    expect(written(requests.at(-1)!).text).toMatch(told);
    const bells = messagesOfMessageReport(resolved(data));
    expect(bells.map(({ account }) => account)).toEqual(requests.map(({ accountId }) => accountId));
    for (const { to, kept } of bells) expect(messageReportText(to, kept, '“Drake”')).toMatch(/^[^{}]*“Drake”[^{}]*\.$/);
  },
);

test('an outcome stored before its people were named tells nobody', async () => {
  expect(await requestsFor({ outcome: 'warned' })).toEqual([]);
  expect(messagesOfMessageReport(resolved({ outcome: 'warned' }))).toEqual([]);
});
