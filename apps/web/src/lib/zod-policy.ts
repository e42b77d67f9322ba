/*
 * Imported before anything else. zod probes `new Function` when its first schema is made, which the page's policy
 * (trusted types) reports as a violation. zod reads this setting from the global object, so that it can be made
 * here without loading zod on pages that do without it.
 */
;(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true }

// Makes the file a module, which is imported for its effect alone.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {}
