import type { ApiError } from './ApiError.ts';
import type { Asking } from './askPerson.ts';

/** Sends it again where a session that was not enough for it is now. What makes it so is a part of its own: hardly a page needs it. */
export const standing = async <Body>(send: () => Promise<Body>, api: Asking): Promise<Body> => {
  try {
    return await send();
  } catch (error) {
    const enough =
      [401, 403].includes((error as ApiError).status) &&
      (await (await import('./makeEnough.ts')).makeEnough(error as ApiError, api));
    if (enough) return send();
    throw error;
  }
};
