import { serverCode } from './ApiError.ts';
import { goToFactor } from './sessionEnd.ts';

let askAgain: () => Promise<boolean> = async () => false;

/** The shell gives its question here: whether somebody has shown again who they are. */
export const provingBy = (ask: () => Promise<boolean>): void => {
  askAgain = ask;
};

/** Sends it again where who is signed in has shown once more who they are; who must set up a second factor first is led there. */
export const standing = async <Body>(send: () => Promise<Body>): Promise<Body> => {
  try {
    return await send();
  } catch (error) {
    const code = serverCode(error);
    if (code === 'secondFactorMissing') goToFactor();
    if (code !== 'stepUpRequired' || !(await askAgain())) throw error;
    return send();
  }
};
