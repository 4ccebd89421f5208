import { ProviderUnavailable } from '../ports/payments.ts';
import { untilAborted } from '../streams/sleep.ts';

/** Whoever sits at a screen has an answer by then, however long the provider's own limits are: all calls of one command together. In ms. */
const PATIENCE = 8_000;

/**
 * Waits for answers of the provider until the time of this command is over. A call goes on after that: what it brings is there for
 * whoever calls again under the same key. @throws ProviderUnavailable
 */
export const awaitedUpTo = (patience = PATIENCE) => {
  let over: Promise<never> | undefined;
  const late = async (): Promise<never> => {
    await untilAborted(AbortSignal.timeout(patience));
    throw new ProviderUnavailable('no answer in time');
  };
  return <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    over ??= late();
    return Promise.race([call(), over]);
  };
};

export type Awaited = ReturnType<typeof awaitedUpTo>;
