/**
 * What a schema may cost before the form refuses it and says why. A schema comes from a server that may be broken or hostile,
 * and everything here runs on the page's main thread, so each walk is bounded by one of these numbers.
 */

/** JSON values in the schema. The largest tool schema seen in the wild had under 2,000. */
export const MAX_SCHEMA_NODES = 5_000;
/** Characters in all keys and strings of the schema. */
export const MAX_SCHEMA_CHARS = 262_144;
/** Nesting of the schema's JSON. A property costs two levels. */
export const MAX_SCHEMA_DEPTH = 64;
/** Members of `anyOf`, `oneOf` and `allOf` together, choices (`const` with a title) aside. */
export const MAX_BRANCHES = 128;
/** Entries in one list of choices. */
export const MAX_CHOICES = 1_000;
/** Fields drawn, groups included, after `$ref`s were followed. */
export const MAX_FIELDS = 300;
/** How often one `$ref` is followed on the way to a field; deeper levels are edited as JSON. */
export const MAX_RECURSION = 3;
/** Schema evaluations in one synchronous check; every choice of an `enum` counts as well. About 10 ms. */
export const CHECK_BUDGET = 10_000;
/** JSON values in an answer that is checked while typing. */
export const MAX_VALUE_NODES = 5_000;
/** Characters the JSON editor parses. */
export const MAX_TEXT_CHARS = 262_144;
/** A check in the worker is killed after this long (a pattern may never end). */
export const FULL_CHECK_MS = 300;
/** How long the worker may take to compile a schema; compiling ends, but not at once on a busy machine. */
export const COMPILE_MS = 5_000;
/** How long the worker may take to load before its first check is given up. */
export const WORKER_START_MS = 5_000;
