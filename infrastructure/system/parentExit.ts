const LOOK_MS = 250;

/**
 * Calls back once the parent process is gone. npm runs scripts in a shell; when npm ends, the shell ends without
 * passing the signal on, and the server would keep its port. Returns a stop function.
 */
export const onParentExit = (tell: () => void): (() => void) => {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    tell();
  }, LOOK_MS);
  looking.unref();
  return () => clearInterval(looking);
};
