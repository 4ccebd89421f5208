import { decodePicture } from './decode.ts';
import { frames, READY } from './frames.ts';

/**
 * The decoder process handles one picture at a time, so a hostile picture can only harm this process. It has no
 * secrets and low priority, and ends with its parent or when it uses too much memory.
 */

/** Bytes; three times the largest allowed picture. */
const MOST_MEMORY = 768 * 1024 * 1024;
const LOOK_MS = 50;

// Ctrl+C signals the whole group; the parent decides when to end
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
