import { sha256 } from '#application/transparency/sha256.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { serverCode } from './ApiError.ts';
import { hex, newCommandId } from './commandId.ts';
import { UNANSWERED } from './drafts.ts';
import { isOnce } from './isOnce.ts';
import { currentSession } from './sessionStore.ts';

type Command = { method: string; endpoint: string; body: unknown };

/** One that was sent. `about`: what it is about; `content`: a digest, so that nothing of what somebody wrote stays here. */
type Sent = { about: string; content: string; commandId: string; at: number };

/** Whoever tries again does so soon. Later the same words are more likely wanted once more. */
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
    // not to be read, or not ours: sent again each is another command, as it would be without this
    return [];
  }
};

const keep = (sent: readonly Sent[]): void => {
  try {
    if (sent.length === 0) localStorage.removeItem(UNANSWERED);
    else localStorage.setItem(UNANSWERED, JSON.stringify(sent));
  } catch {
    // no room: sent again it is another command, as it would be without this
  }
};

/** Undefined: nothing of it is known again. */
const contentOf = ({ method, endpoint, body }: Command): string | undefined => {
  const session = currentSession();
  // what says how something is to be is so, too, when it is said again
  if (method !== 'POST' || session.status === 'anonymous' || !isOnce(endpoint)) return undefined;
  return hex(sha256(new TextEncoder().encode(JSON.stringify([session.user._id, endpoint, wordsOf(body)]))));
};

const aboutOf = (endpoint: string): string => endpoint.split('/', 2).join('/');

/** The id under which it is sent: that of the same before, where that one got no answer. */
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

/** Its id is over, and so are those of others about the same thing: whoever has gone on with it may want the same again. Files are sent before the command that names them. */
const forget = (commandId: string, { endpoint, body }: Command): void => {
  const about = body instanceof FormData ? undefined : aboutOf(endpoint);
  const before = sentBefore();
  if (before.length > 0) keep(before.filter((sent) => sent.commandId !== commandId && sent.about !== about));
};

/** Sent again after a loaded page the photos are the same ones, and so is the command that names them: it ends them both. */
const isNamedLater = ({ endpoint }: Command): boolean => endpoint.endsWith('/evidence');

type Options = { commandId?: string; anonymous?: boolean };

/** Whether a command arrived that got no answer is not known: sent again it goes under the same id, or what it creates would stand there twice. */
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
