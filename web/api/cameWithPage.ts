/** Data that the server embedded for the first screen; undefined for any other `id`. */
export const cameWithPage = <Answer extends { _id: string }>(id: string): Answer | undefined => {
  const text = document.getElementById('first-answer')?.textContent;
  const answer = text ? (JSON.parse(text) as Answer) : undefined;
  return answer?._id === id ? answer : undefined;
};

/** Epoch ms of the embedded data. */
export const pageOpenedAt = (): number => performance.timeOrigin;
