import { type Payments, ProviderMisconfigured, ProviderUnavailable } from '../../ports/payments.ts';

/** So many silent answers in a row, and the rest waits: each takes as long as the provider's time limit. */
const SILENT_ANSWERS = 3;

/** What the sweep asks of a provider. */
type Asked = Pick<Payments, 'expireCheckout' | 'askRefund' | 'askPayout' | 'askChargeback' | 'recallPayout'>;

/** Nobody has asked: the answer has to wait, whoever can do without it goes on. */
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

/** The provider as it is where nothing may wait for it. */
export const unasked = (payments: Payments): Payments =>
  asking(payments, async () => {
    throw new NotAsked('it is asked in the lane of its own');
  });

/** Keeps a provider that is silent from being asked again and again. */
export const openBreaker = (payments: Payments) => {
  let left = SILENT_ANSWERS;
  let tripped = false;
  const heard = (answered: boolean): void => {
    left = answered ? SILENT_ANSWERS : left - 1;
    tripped = !answered && (tripped || left === 0);
  };

  return {
    /** A new round: one that was silent to the end of the last is asked once, to see whether it is back. */
    begin: (): void => {
      left = tripped ? 1 : SILENT_ANSWERS;
    },
    payments: asking(payments, async (call) => {
      if (left <= 0) throw new NotAsked('it was silent too often');
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
