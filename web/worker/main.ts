import { type Shell, startWorker } from './worker.ts';

declare const __SHELL__: Shell;

startWorker(globalThis as never, __SHELL__);
