const realTimeout = setTimeout;
/** With the real clock, responses are ten times faster, because hundreds of suites wait for them; not in `npm run test:flaky -- --late`. */
const REAL_TIME = process.env.LATEST_ANSWER ? 2 : 0.1;

const underway = new Set<NodeJS.Timeout>();

/** 50 to 200 ms, deterministic and different per request, so that responses overtake each other. */
const timeOf = (request: number): number => 50 + ((request * 97) % 151);

/** @throws the request's abort reason */
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

/** Drops responses still under way, so that they do not reach the next test. */
export const loseWhatIsOnTheWay = (): void => {
  for (const arrival of underway) clearTimeout(arrival);
  underway.clear();
};
