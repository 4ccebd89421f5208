import { startWorker, type WorkerScope } from './worker.ts';

/** The build's files; `revision` is for names without a hash. */
declare const self: WorkerScope & { __WB_MANIFEST: readonly { url: string; revision: string | null }[] };

// the build replaces this name and expects it exactly once
const entries = self.__WB_MANIFEST;

startWorker(self, {
  version: entries.map(({ url, revision }) => revision ?? url).join(),
  files: entries.filter(({ revision }) => revision === null).map(({ url }) => url),
});
