import { useState } from 'react';

type Broken = [source: string, why?: string];

/** Why a picture is not there, if it is not; an `<img>` does not tell what was answered, so what was replaced (410) is asked for again. */
export const useBroken = (source: string, otherwise: string) => {
  const [[broken, why = otherwise], setBroken] = useState<Broken>(['']);
  const onError = async () => {
    setBroken([source]);
    const answer = await fetch(source).catch(() => undefined); // no connection: it stays unavailable
    if (answer?.status === 410) setBroken([source, (await answer.json()).message]);
  };
  return { why: broken === source ? why : undefined, onError };
};
