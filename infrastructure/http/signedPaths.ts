import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links live one to two periods, in ms. Within one, a path has the same signature, so that the browser can cache it. */
const PERIOD_SECONDS = 5 * 60;

export type SignedPaths = {
  /** `path?expires=…&signature=…`: works without a token for 5 to 10 minutes. */
  sign(path: string): string;
  isSigned(path: string, query: { expires?: string | undefined; signature?: string | undefined }): boolean;
};

/** @param secret of the tokens; a separate key is derived from it. @param now epoch ms of the system clock */
export const openSignedPaths = (secret: string, now: () => number = Date.now): SignedPaths => {
  const key = createHmac('sha256', secret).update('signed paths').digest();
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${path}`).digest('base64url');
  const seconds = () => Math.floor(now() / 1_000);

  return {
    sign: (path) => {
      const expires = String((Math.floor(seconds() / PERIOD_SECONDS) + 2) * PERIOD_SECONDS);
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires)}`;
    },
    isSigned: (path, { expires, signature }) => {
      if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return false;
      if (Number(expires) <= seconds()) return false;
      const [expected, sent] = [Buffer.from(signatureOf(path, expires)), Buffer.from(signature)];
      return expected.length === sent.length && timingSafeEqual(expected, sent);
    },
  };
};
