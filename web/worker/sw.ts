import { startWorker, type WorkerScope } from './worker.ts';

/** What was found in the build; `revision` is of what has no hash in its name. */
declare const self: WorkerScope & { __WB_MANIFEST: readonly { url: string; revision: string | null }[] };

// the build looks for this name, and finds it once
const entries = self.__WB_MANIFEST;

startWorker(self, {
  version: entries.map(({ url, revision }) => revision ?? url).join(),
  files: entries.filter(({ revision }) => revision === null).map(({ url }) => url),
});
