import { ProviderUnavailable } from '../ports/payments.ts';
import { untilAborted } from '../streams/sleep.ts';

/**
 * Maximum wait for all provider calls of one command, in ms. A person is waiting at a screen, whatever the
 * provider's own limits are.
 */
const PATIENCE = 8_000;

/**
 * Waits for the provider until the command's time is up. The call itself continues, and a repeated call with the
 * same key gets its result. @throws ProviderUnavailable
 */
export const providerTimeout = (patience = PATIENCE) => {
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

export type Awaited = ReturnType<typeof providerTimeout>;
