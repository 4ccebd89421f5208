import { SECOND } from '#domain/shared/instants.ts';
import { type ApiError, serverCode } from './ApiError.ts';
import { type Asking, askPerson } from './askPerson.ts';
import { renewOrEnd } from './renewal.ts';

export { renewOrEnd };

/** Their refusal is the answer that was asked for. */
const ENDS_HERE = ['auth/resume', 'auth/refresh', 'auth/logout'];

let asked: Promise<boolean> | undefined;

const FACTOR = '/settings?tab=security';

/** A page that is about to leave does so within that; whoever is still there is led again. */
const LEAVING = 5 * SECOND;
let ledAt = 0;
/** Back again by the browser's own arrow. */
const cameBack = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) ledAt = 0;
};

/** Once, however much was refused at the same time: another way would take the place of the one that is being gone. */
const leadToFactor = (): void => {
  const { location } = window;
  if (location.pathname + location.search === FACTOR || Date.now() < ledAt + LEAVING) return;
  ledAt = Date.now();
  window.addEventListener('pageshow', cameBack);
  location.assign(FACTOR);
};

/** A session whose time is over is renewed. Else asks in a dialog; several requests that wait for it at once are one question. Who must set up a second factor first is led there. */
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
