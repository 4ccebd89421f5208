import { decodePicture } from './decode.ts';
import { frames } from './frames.ts';
import { READY } from './ready.ts';

/**
 * A process of its own that decodes pictures, one after the other: what a hostile one takes is taken here, and requests have the thread
 * pool for themselves. It knows no secrets, gives way to everything else, and ends with its parent or when it takes too much.
 */

/** bytes: what the largest picture that is let in takes, thrice. */
const MOST_MEMORY = 768 * 1024 * 1024;
const LOOK_MS = 50;

// whoever stops the marketplace by a key stops its group; the parent says when it is over
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
const look = (): void => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(1);
};
setInterval(look, LOOK_MS);

process.send?.(READY);
for await (const content of frames(process.stdin)) {
  look();
  process.send?.(await decodePicture(content));
}
