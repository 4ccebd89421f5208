/** The data that the server wrote into the page because its first screen shows it; undefined for any other `id`. */
export const cameWithPage = <Answer extends { _id: string }>(id: string): Answer | undefined => {
  const text = document.getElementById('first-answer')?.textContent;
  const answer = text ? (JSON.parse(text) as Answer) : undefined;
  return answer?._id === id ? answer : undefined;
};

/** Epoch ms: how old that data is. */
export const pageOpenedAt = (): number => performance.timeOrigin;
