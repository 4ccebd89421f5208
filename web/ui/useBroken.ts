import { useState } from 'react';

type Broken = [source: string, why?: string];

/** Why a picture is missing; `<img>` hides the status, so this asks again to recognise a replaced one (410). */
export const useBroken = (source: string, otherwise: string) => {
  const [[broken, why = otherwise], setBroken] = useState<Broken>(['']);
  const onError = async () => {
    setBroken([source]);
    const answer = await fetch(source).catch(() => undefined); // offline: still unavailable
    if (answer?.status === 410) setBroken([source, (await answer.json()).message]);
  };
  return { why: broken === source ? why : undefined, onError };
};
