import { Readable } from 'node:stream';
import { FilesUnavailable } from '#application/ports/files.ts';

/** What the source sends. It fails as a store out of reach once the source is silent while more is wanted: whoever reads slowly has all the time. */
export const untilSilent = (source: Readable, within: number): Readable => {
  let waiting: NodeJS.Timeout | undefined;
  let over: NodeJS.Immediate | undefined;
  const heard = (): void => {
    clearTimeout(waiting);
    clearImmediate(over);
    waiting = undefined;
  };
  const passed = new Readable({
    read: () => {
      waiting ??= setTimeout(() => {
        // What has come while this process was held up itself is read first.
        over = setImmediate(() => passed.destroy(new FilesUnavailable('silent')));
      }, within);
      source.resume();
    },
    destroy: (error, done) => {
      heard();
      source.destroy();
      done(error);
    },
  });
  source.pause();
  source.on('data', (chunk) => {
    heard();
    if (!passed.push(chunk)) source.pause();
  });
  source.on('end', () => {
    heard();
    passed.push(null);
  });
  source.on('error', (error) => passed.destroy(new FilesUnavailable(error.name)));
  return passed;
};
