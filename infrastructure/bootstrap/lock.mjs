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

/** Linking is atomic: one of two starters gets the lock, and the file names its holder from the start. */
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

/**
 * Serializes concurrent `npm` commands on a fresh clone. Held until the process ends; a killed holder does not block.
 */
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
