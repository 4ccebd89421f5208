import { ApiError } from './ApiError.ts';

let made: (refusal: ApiError) => Promise<boolean> = async () => false;

/** The shell gives what makes a session enough for what it was refused: true once it is. */
export const standingBy = (make: typeof made): void => {
  made = make;
};

/** Sends it again where a session that was not enough for it is now. */
export const standing = async <Body>(send: () => Promise<Body>): Promise<Body> => {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && (await made(error))) return send();
    throw error;
  }
};
