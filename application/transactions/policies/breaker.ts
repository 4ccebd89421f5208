import { type Payments, ProviderMisconfigured, ProviderUnavailable } from '../../ports/payments.ts';

/** After this many unanswered calls in a row the rest of the round waits; each call takes the full timeout. */
const SILENT_ANSWERS = 3;

/** The provider calls that a sweep makes. */
type Asked = Pick<Payments, 'expireCheckout' | 'askRefund' | 'askPayout' | 'askChargeback' | 'recallPayout'>;

/** The call was not made and can be repeated later. */
export class NotAsked extends ProviderUnavailable {}

const asking = (payments: Payments, ask: <Answer>(call: () => Promise<Answer>) => Promise<Answer>): Payments => {
  const asked: Asked = {
    expireCheckout: (id) => ask(() => payments.expireCheckout(id)),
    askRefund: (id) => ask(() => payments.askRefund(id)),
    askPayout: (id) => ask(() => payments.askPayout(id)),
    askChargeback: (id) => ask(() => payments.askChargeback(id)),
    recallPayout: (id) => ask(() => payments.recallPayout(id)),
  };
  return { ...payments, ...asked };
};

/** Payments for a lane that must not wait for the provider. */
export const unasked = (payments: Payments): Payments =>
  asking(payments, async () => {
    throw new NotAsked('the provider is only called in its own lane');
  });

/** A circuit breaker around the provider calls. */
export const openBreaker = (payments: Payments) => {
  let left = SILENT_ANSWERS;
  let tripped = false;
  const heard = (answered: boolean): void => {
    left = answered ? SILENT_ANSWERS : left - 1;
    tripped = !answered && (tripped || left === 0);
  };

  return {
    /** Starts a round. If the provider was silent at the end of the last one, it gets a single trial call. */
    begin: (): void => {
      left = tripped ? 1 : SILENT_ANSWERS;
    },
    payments: asking(payments, async (call) => {
      if (left <= 0) throw new NotAsked('the provider was silent too often');
      try {
        const answer = await call();
        heard(true);
        return answer;
      } catch (error) {
        heard(!(error instanceof ProviderUnavailable) || error instanceof ProviderMisconfigured);
        throw error;
      }
    }),
  };
};
