/** Of claims and cancellations. Apart from the words of cases, to keep the browser light. */
export const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  NOT_RECEIVED: 'Not received',
  NOT_AS_DESCRIBED: 'Not as described',
  DAMAGED: 'Damaged in transit',
  COUNTERFEIT: 'Counterfeit',
  OTHER: 'Another complaint',
  PAUSE_EXPIRED: 'Pause ran out',
  RETURN_REFUSED: 'Return request, refused',
  RETURN_REJECTED: 'Return, rejected by the seller',
  RETURN_NOT_ARRIVED: 'Return, not arrived',
  RETURN_REQUESTED: 'Return request',
  PAUSED_TOO_LONG: 'Paused too long',
  UNAVAILABLE: 'Item unavailable',
  SHIPPING_ISSUES: 'Shipping issues',
};

/** The labels in evidence bundles, whose words never change. */
export const BUNDLE_LABELS: typeof CATEGORY_LABELS = {
  ...CATEGORY_LABELS,
  RETURN_REFUSED: 'Return refused',
  RETURN_REJECTED: 'Return rejected',
  RETURN_NOT_ARRIVED: 'Return not arrived',
};
