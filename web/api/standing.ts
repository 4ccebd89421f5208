import type { ApiError } from './ApiError.ts';
import type { Asking } from './askPerson.ts';
import { makeEnough } from './makeEnough.ts';

/** Resends the request once the session suffices. */
export const standing = async <Body>(send: () => Promise<Body>, api: Asking): Promise<Body> => {
  try {
    return await send();
  } catch (error) {
    const enough = [401, 403].includes((error as ApiError).status) && (await makeEnough(error as ApiError, api));
    if (enough) return send();
    throw error;
  }
};
