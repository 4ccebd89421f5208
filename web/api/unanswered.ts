import { sha256 } from '#application/transparency/sha256.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { serverCode } from './ApiError.ts';
import { hex, newCommandId } from './commandId.ts';
import { UNANSWERED } from './drafts.ts';
import { isOnce } from './isOnce.ts';
import { currentSession } from './sessionStore.ts';

type Command = { method: string; endpoint: string; body: unknown };

/** A sent command. `about`: its subject; `content`: a digest, so no user text is stored. */
type Sent = { about: string; content: string; commandId: string; at: number };

/** Retries come soon; later the same content is probably a new intention. */
const KEPT = HOUR;

const wordsOf = (body: unknown): unknown =>
  body instanceof FormData
    ? [...body].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
      ])
    : body;

const sentBefore = (): Sent[] => {
  try {
    const sent: Sent[] = JSON.parse(localStorage.getItem(UNANSWERED) ?? '[]');
    return sent.filter(({ at }) => at > Date.now() - KEPT);
  } catch {
    // unreadable or foreign: a retry is then a new command
    return [];
  }
};

const keep = (sent: readonly Sent[]): void => {
  try {
    if (sent.length === 0) localStorage.removeItem(UNANSWERED);
    else localStorage.setItem(UNANSWERED, JSON.stringify(sent));
  } catch {
    // storage is full: a retry is then a new command
  }
};

/** Undefined: not recognised on a retry. */
const contentOf = ({ method, endpoint, body }: Command): string | undefined => {
  const session = currentSession();
  // PUT is idempotent anyway
  if (method !== 'POST' || session.status === 'anonymous' || !isOnce(endpoint)) return undefined;
  return hex(sha256(new TextEncoder().encode(JSON.stringify([session.user._id, endpoint, wordsOf(body)]))));
};

const aboutOf = (endpoint: string): string => endpoint.split('/', 2).join('/');

/** The id to send: the earlier one if the same command got no answer. */
const idOf = (command: Command): string => {
  const content = contentOf(command);
  if (content === undefined) return newCommandId();
  const before = sentBefore();
  const same = before.find((sent) => sent.content === content);
  if (same) return same.commandId;
  const commandId = newCommandId();
  keep([...before, { about: aboutOf(command.endpoint), content, commandId, at: Date.now() }]);
  return commandId;
};

/** Forgets the command and others on the same subject. Uploads are sent before the command that names them. */
const forget = (commandId: string, { endpoint, body }: Command): void => {
  const about = body instanceof FormData ? undefined : aboutOf(endpoint);
  const before = sentBefore();
  if (before.length > 0) keep(before.filter((sent) => sent.commandId !== commandId && sent.about !== about));
};

/** After a reload, the same photos keep their ids, and the command that names them ends them too. */
const isNamedLater = ({ endpoint }: Command): boolean => endpoint.endsWith('/evidence');

type Options = { commandId?: string; anonymous?: boolean };

/** An unanswered command may have arrived: resending it under the same id avoids a duplicate. */
export const underId = async <Given extends Options, Answer>(
  command: Command,
  options: Given,
  send: (options: Given) => Promise<Answer>,
): Promise<Answer> => {
  if (options.commandId || options.anonymous)
    return send({ ...options, commandId: options.commandId ?? newCommandId() });
  const commandId = idOf(command);
  try {
    const answer = await send({ ...options, commandId });
    if (!isNamedLater(command)) forget(commandId, command);
    return answer;
  } catch (error) {
    if (serverCode(error) === 'commandIdReused') forget(commandId, command);
    throw error;
  }
};
