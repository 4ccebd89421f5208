/**
 * zod tries `new Function` as it loads, which the policy of the pages forbids and browsers report. This is its own switch, where it
 * looks for it: `z.config` would bring the library into the first page, and comes too late for what is declared beside it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
