const realTimeout = setTimeout;
/** Where a test has not set the clock, answers come ten times faster than they would: hundreds of suites wait for them. */
const REAL_TIME = 0.1;

const underway = new Set<NodeJS.Timeout>();

/** 50 to 200 ms, each request a time of its own, so that answers overtake each other; the same in every run. */
const timeOf = (request: number): number => 50 + ((request * 97) % 151);

/** @throws what the request was aborted with */
export const onTheWay = (request: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const ms = timeOf(request);
    const arrival = setTimeout(
      () => {
        underway.delete(arrival);
        resolve();
      },
      setTimeout === realTimeout ? ms * REAL_TIME : ms,
    );
    underway.add(arrival);
    signal?.addEventListener('abort', () => {
      clearTimeout(arrival);
      underway.delete(arrival);
      reject(signal.reason);
    });
  });

/** What a test no longer waits for does not reach the next one. */
export const loseWhatIsOnTheWay = (): void => {
  for (const arrival of underway) clearTimeout(arrival);
  underway.clear();
};
