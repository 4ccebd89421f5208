import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { at, readIfThere } from './paths.mjs';

const LOCK = at('.ensure.lock');

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Linking is atomic: of two starters one gets the lock, and it names its holder from the beginning. */
const tryLock = () => {
  const mine = `${LOCK}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
};

/** Two `npm` commands at once on a fresh clone: the second waits. Held until this process ends; one that was killed holds nothing. */
export const takeLock = () => {
  for (let waited = 0; !tryLock(); waited++) {
    const holder = Number(readIfThere(LOCK));
    if (holder && !isAlive(holder)) rmSync(LOCK, { force: true });
    else {
      if (waited === 0) console.log('Waiting for another installation or build …');
      sleep(300);
    }
  }
  process.on('exit', () => rmSync(LOCK, { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
};
