import { type ApiError, serverCode } from '../api/ApiError.ts';

let asked: Promise<boolean> | undefined;

// a part of its own, so that the first page does not even name what the dialog is made of
const question = async (): Promise<boolean> => (await import('./StepUp.tsx')).askAgain();

const FACTOR = '/settings?tab=security';

/** Asks in a dialog; several requests that wait for it at once are one question. Who must set up a second factor first is led there. */
export const makeEnough = async (refusal: ApiError, goTo: (path: string) => void): Promise<boolean> => {
  const code = serverCode(refusal);
  if (code === 'secondFactorMissing' && window.location.pathname + window.location.search !== FACTOR) goTo(FACTOR);
  if (code !== 'stepUpRequired') return false;
  asked ??= question().finally(() => {
    asked = undefined;
  });
  return asked;
};
