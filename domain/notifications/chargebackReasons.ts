/** The bank's reasons in the provider's codes. */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank cannot process the payment',
  credit_not_processed: 'A refund is missing',
  customer_initiated: 'The buyer asked for the money back',
  debit_not_authorized: 'The buyer did not allow the debit',
  duplicate: 'Paid twice',
  fraudulent: 'The buyer did not make the payment',
  general: 'No specific reason',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money in the account',
  product_not_received: 'The item did not arrive',
  product_unacceptable: 'The item is not as described',
  subscription_canceled: 'A subscription was cancelled',
  unrecognized: 'The buyer does not recognise the payment',
};

/** Undefined for a code that the provider has added since. */
export const chargebackReason = (code: string): string | undefined =>
  Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
