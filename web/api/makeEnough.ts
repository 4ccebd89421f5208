import { type ApiError, serverCode } from './ApiError.ts';

/** The calls of the API, given by who makes them. */
export type Asking = {
  get: <Body>(path: string) => Promise<Body>;
  post: <Body>(path: string, body?: unknown) => Promise<Body>;
};

let asked: Promise<boolean> | undefined;

const question = async (api: Asking): Promise<boolean> => (await import('../shell/StepUp.tsx')).askAgain(api);

const FACTOR = '/settings?tab=security';

/** Asks in a dialog; several requests that wait for it at once are one question. Who must set up a second factor first is led there. */
export const makeEnough = async (refusal: ApiError, api: Asking): Promise<boolean> => {
  const code = serverCode(refusal);
  const { location } = window;
  if (code === 'secondFactorMissing' && location.pathname + location.search !== FACTOR) location.assign(FACTOR);
  if (code !== 'stepUpRequired') return false;
  asked ??= question(api).finally(() => {
    asked = undefined;
  });
  return asked;
};
