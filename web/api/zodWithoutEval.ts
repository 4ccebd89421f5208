/**
 * zod probes `new Function` on load, which our CSP forbids and browsers report. This sets zod's own switch;
 * `z.config` would load the library into the first page, and too late.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
