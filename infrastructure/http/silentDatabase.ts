import type { RequestHandler } from 'express';
import { endsWithin } from '../system/closing.ts';
import { sayUnavailable } from './errors.ts';

const READS = new Set(['GET', 'HEAD']);

/** Whoever has waited so long for what they read asks whether the database answers at all, ms. */
const PATIENCE = 5_000;
const ANSWERS_WITHIN = 3_000;

type SilenceOptions = {
  /** Ends when the database has answered: one that refuses is not silent, and whoever reads hears that by themselves. */
  ask: () => Promise<void>;
  patience?: number;
  within?: number;
};

/**
 * A database that is frozen, or behind a network that swallows what is sent, neither answers nor fails: who reads is told to come back, and
 * does not wait until a connection gives up. A slow answer of one that lives is waited for, and so is whatever changes something: it may
 * have happened.
 */
export const tellOfSilence = ({
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
      else sayUnavailable(response);
    };
    const wait = () => {
      waiting = setTimeout(() => void look(), patience);
    };
    response.once('close', () => clearTimeout(waiting));
    wait();
    next();
  };
};
