import { DAY, HOUR } from '../../shared/instants.ts';
import { inMinutes } from '../../shared/lengths.ts';
import { aLengthOf, daysSpelled, spelled } from '../../shared/spelled.ts';
import { displayedTerms, type Promised } from './termsFor.ts';

/** The terms in words. It is apart from `termsText.ts`, which every page loads. */
export const spelledTermsOf = (transaction: Promised) => {
  const { buyerCancelPeriod, pauseWindow, pauseReminder, banksTake, refundRetries } = displayedTerms(transaction);
  return {
    /** After “the next”: `hour`, `30 minutes`. */
    cancellation: buyerCancelPeriod === HOUR ? 'hour' : inMinutes(buyerCancelPeriod),
    pauseWindow: daysSpelled(Math.floor(pauseWindow / DAY) * DAY),
    pauseReminder: daysSpelled(pauseReminder),
    pauseReminderAsLength: aLengthOf(pauseReminder),
    banks: banksTake.map(spelled).join(' or '),
    refundRetries: new Intl.ListFormat('en-GB').format(refundRetries.map(aLengthOf)),
  };
};
