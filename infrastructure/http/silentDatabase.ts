import type { RequestHandler } from 'express';
import { endsWithin } from '../system/closing.ts';
import { sendUnavailable } from './errors.ts';

const READS = new Set(['GET', 'HEAD']);

/** After this wait, a read checks whether the database answers at all. ms. */
const PATIENCE = 5_000;
const ANSWERS_WITHIN = 3_000;

type SilenceOptions = {
  /** Resolves when the database answers. An error counts as an answer: the read itself will report it. */
  ask: () => Promise<void>;
  patience?: number;
  within?: number;
};

/**
 * A frozen database, or a network that drops packets, neither answers nor fails. A read then gets 503 instead of waiting for a connection
 * timeout. Slow answers of a live database are awaited, and so are changes, because they may have happened.
 */
export const failSilentReads = ({
  ask,
  patience = PATIENCE,
  within = ANSWERS_WITHIN,
}: SilenceOptions): RequestHandler => {
  let asked: Promise<boolean> | undefined;
  const answers = (): Promise<boolean> => {
    asked ??= endsWithin(within, ask()).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return (request, response, next) => {
    if (!READS.has(request.method)) return next();
    let waiting: NodeJS.Timeout | undefined;
    const isDone = () => response.headersSent || response.closed || response.locals.changes === true;
    const look = async (): Promise<void> => {
      if (isDone()) return;
      const isThere = await answers();
      if (isDone()) return;
      if (isThere) wait();
      else sendUnavailable(response);
    };
    const wait = () => {
      waiting = setTimeout(() => void look(), patience);
    };
    response.once('close', () => clearTimeout(waiting));
    wait();
    next();
  };
};
