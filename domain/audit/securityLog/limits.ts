/** So many of one kind a day are told one by one. */
const SIGN_INS = 20;
const REFUSALS = 3;

/** 10, 30, 100, 300, 1,000 … */
const isRound = (times: number): boolean => /^[13]0+$/.test(String(times));

/** Whether the how-manieth of a day becomes a fact: whoever tries again and again must not fill the store. */
export const isTold = (kind: 'in' | 'out', times: number): boolean =>
  times <= (kind === 'in' ? SIGN_INS : REFUSALS) || isRound(times);
