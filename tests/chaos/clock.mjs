/**
 * Loaded into the process: each second SIGUSR2 moves its wall clock back by an hour, as if set by hand. The database
 * keeps the true time.
 */
const HOUR = 3_600_000;
const now = Date.now;
const Real = Date;
let offset = 0;

process.on('SIGUSR2', () => {
  offset = offset === 0 ? -HOUR : 0;
});
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(now() + offset);
    else super(...given);
  }
  static now() {
    return now() + offset;
  }
};
