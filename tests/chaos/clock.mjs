/** A process whose wall clock goes back by an hour at each other SIGUSR2, as where somebody sets it by hand; the database keeps the true one. */
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
