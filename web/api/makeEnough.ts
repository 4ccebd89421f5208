import { SECOND } from '#domain/shared/instants.ts';
import { type ApiError, serverCode } from './ApiError.ts';
import { type Asking, askPerson } from './askPerson.ts';
import { renewOrEnd } from './renewal.ts';

export { renewOrEnd };

/** Their refusal is the expected answer. */
const ENDS_HERE = ['auth/resume', 'auth/refresh', 'auth/logout'];

let asked: Promise<boolean> | undefined;

const FACTOR = '/settings?tab=security';

/** ms: a redirect leaves the page within this time; otherwise the user is redirected again. */
const LEAVING = 5 * SECOND;
let ledAt = 0;
/** The browser's Back button returned here. */
const cameBack = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) ledAt = 0;
};

/** Redirects once, however many requests were refused. */
const leadToFactor = (): void => {
  const { location } = window;
  if (location.pathname + location.search === FACTOR || Date.now() < ledAt + LEAVING) return;
  ledAt = Date.now();
  window.addEventListener('pageshow', cameBack);
  location.assign(FACTOR);
};

/**
 * Makes the session sufficient: renews it, or asks the user once for all waiting requests, or redirects to
 * second-factor setup.
 */
export const makeEnough = async (refusal: ApiError, api: Asking): Promise<boolean> => {
  const code = serverCode(refusal);
  if (code === 'sessionExpired') {
    const { endpoint } = refusal;
    if (ENDS_HERE.includes(endpoint)) return false;
    await renewOrEnd(api, endpoint, endpoint === 'auth/verify' ? 'quietly' : undefined);
    return true;
  }
  if (code === 'secondFactorMissing') leadToFactor();
  if (code !== 'stepUpRequired') return false;
  asked ??= askPerson(api).finally(() => {
    asked = undefined;
  });
  return asked;
};
