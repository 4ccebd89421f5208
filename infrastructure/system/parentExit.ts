const LOOK_MS = 250;

/**
 * Tells once when whoever started this process is gone. npm runs a script in a shell: asked to end, it ends the shell, which passes no
 * signal on, and the server would stay behind with its port. Answers how to end the looking.
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
