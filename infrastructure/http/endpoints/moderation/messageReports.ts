import { reportMessage } from '#application/contract/conversations.ts';
import {
  type MessageReport,
  messageReportPage,
  messageReportQuery,
  resolveReport,
} from '#application/contract/moderation.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { access } from '#domain/access/access.ts';
import { MASK } from '#domain/access/mask.ts';
import { messageAccessReason } from '#domain/notifications/accessReasons.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import { openTraces } from '../audit/accessedRecords.ts';
import { command } from '../command.ts';
import { messageImagePath } from '../conversations/messageImages.ts';
import { type EndpointDeps, found, idParameter } from '../deps.ts';
import { openOwnTransaction } from '../transactions/ownTransaction.ts';

const tag = 'Messages';

/** The parts of a reported message and its context that the reader sees in clear. */
const clearIn = ({ content, imageUrl, context }: MessageReport): string[] => {
  const said = [{ content, imageUrl }, ...(context ? [...context.before, ...context.after] : [])];
  const hasWords = said.some((one) => one.content !== '' && one.content !== MASK && one.content !== ERASED);
  return [...(hasWords ? ['content'] : []), ...(said.some((one) => one.imageUrl !== null) ? ['image'] : [])];
};

export const messageReportEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, conversations, signedPaths } = deps;
  const leave = openTraces(deps);
  const ownTransactionBetween = openOwnTransaction(deps);

  const read = async (reports: readonly MessageReport[], reader: SignedIn, context: CommandContext) => {
    const clear = new Map(reports.map((report) => [report.messageId, clearIn(report)]));
    const shown = [...clear].flatMap(([id, fields]) => (fields.length > 0 ? [id] : []));
    for (const { message, conversation, revision, buyer, seller } of await queries.conversations.placesOf(shown)) {
      const place = { of: `conversation-${conversation}`, revision, event: 'MessageSent', concerned: [buyer, seller] };
      const trace = {
        look: 'reportedMessage',
        ...place,
        clear: clear.get(message)!,
        why: messageAccessReason,
      } as const;
      await leave(trace, reader, context);
    }
  };

  return [
    command({
      method: 'post',
      path: 'messages/{id}/report',
      operationId: 'reportMessage',
      summary: 'Report a message to staff',
      tag,
      limit: 'reporting',
      reads: true,
      may: access.conversation.do.report,
      params: idParameter,
      body: reportMessage,
      run: async (call) => {
        const { id: messageId } = call.params;
        const { conversation } = found(
          await queries.conversations.messageFor(messageId, call.account.id),
          'messageNotFound',
        );
        const report = { messageId, reason: call.body.reason };
        return conversations.report(conversation, report, call.context);
      },
    }),
    endpoint({
      method: 'get',
      path: 'staff/message-reports',
      operationId: 'listMessageReports',
      summary: 'List reported messages, newest report first',
      tag,
      may: access.conversation.see.reported,
      query: messageReportQuery,
      response: messageReportPage,
      handle: async ({ query, account, context }) => {
        const imageUrl = (conversation: string, message: string) =>
          signedPaths.sign(messageImagePath(conversation, message));
        const page = await queries.conversations.reportedMessages(query, account, imageUrl);
        await read(page.reports, account, context);
        return { body: page };
      },
    }),
    command({
      method: 'post',
      path: 'staff/message-reports/{id}/resolve',
      operationId: 'resolveMessageReport',
      tag: 'Staff',
      reads: true,
      summary: 'Resolve the reports of a message',
      may: access.conversation.do.resolveReport,
      params: idParameter,
      body: resolveReport,
      run: async (call) => {
        const { id: messageId } = call.params;
        const conversation = found(await queries.conversations.reportedIn(messageId), 'reportNotFound');
        const sender = await conversations.senderOf(conversation, messageId);
        const suspend = call.body.suspend && {
          ...call.body.suspend,
          ownSale: await ownTransactionBetween(sender ?? call.account.id, call.account.id),
        };
        return conversations.resolveReport(conversation, { messageId, ...call.body, suspend }, call.context);
      },
    }),
  ];
};
