import { UNREAD_FOR } from '#domain/accounts/limits.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { emailJob } from '../emails/emailJob.ts';

/** E-mails the first unread message if it stays unread. Later messages send nothing until the conversation is read. */
export const messageEmails = ({ repository, jobs }: Pick<PolicyDeps, 'repository' | 'jobs'>): Policy =>
  policy({
    name: 'messageEmails',
    handles: ['MessageSent'],
    begins: { MessageSent: 'now' },
    handle: async ({ stream, data }) => {
      const conversation = idIn(stream);
      const { parties, unread } = (await repository.conversations.load(conversation)).state;
      if (!parties) return;
      const [side, recipient] =
        data.senderId === parties.buyerId
          ? (['seller', parties.sellerId] as const)
          : (['buyer', parties.buyerId] as const);
      const first = unread[side].find(({ incoming }) => incoming);
      if (first?.id !== data.messageId) return;
      const details = { conversation, message: data.messageId, from: data.senderId };
      const request = { template: 'newMessages', accountId: recipient, details } as const;
      await jobs.add([emailJob(request, data.messageId, data.at + UNREAD_FOR)]);
    },
  });
