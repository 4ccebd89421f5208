import { messageReportPage, messageReportQuery, resolveReport } from '#application/contract/messageReports.ts';
import { reportMessage } from '#application/contract/messages.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type EndpointDeps, found, granted, idParameter } from './deps.ts';
import { messageImagePath } from './messageImages.ts';

const tag = 'Messages';

export const messageReportEndpoints = ({ queries, conversations, signedPaths }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'messages/{id}/report',
    summary: 'Report a message to staff',
    tag,
    limit: 'reporting',
    reads: true,
    may: access.conversation.do.report,
    params: idParameter,
    body: reportMessage,
    handle: async (call) => {
      const { id: messageId } = call.params;
      const { conversation } = found(
        await queries.conversations.messageFor(messageId, call.account.id),
        'messageNotFound',
      );
      const report = { messageId, reason: call.body.reason };
      const { position } = granted(await conversations.report(conversation, report, call.context));
      return { status: 204, body: undefined, position };
    },
  }),
  endpoint({
    method: 'get',
    path: 'staff/message-reports',
    summary: 'Messages that were reported, the last one first',
    tag,
    may: access.conversation.see.reported,
    query: messageReportQuery,
    response: messageReportPage,
    handle: async ({ query, account }) => {
      const imageUrl = (conversation: string, message: string) =>
        signedPaths.sign(messageImagePath(conversation, message));
      return {
        body: await queries.conversations.reportedMessages(query, account, imageUrl),
      };
    },
  }),
  endpoint({
    method: 'post',
    path: 'staff/message-reports/{id}/resolve',
    tag: 'Staff',
    reads: true,
    summary: 'Staff have dealt with what was reported about a message',
    may: access.conversation.do.resolveReport,
    params: idParameter,
    body: resolveReport,
    handle: async (call) => {
      const { id: messageId } = call.params;
      const conversation = found(await queries.conversations.reportedIn(messageId), 'reportNotFound');
      const resolution = { messageId, ...call.body };
      const { position } = granted(await conversations.resolveReport(conversation, resolution, call.context));
      return { status: 204, body: undefined, position };
    },
  }),
];
