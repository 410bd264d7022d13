// The page reads lists and discoveries through react-query and changes nothing through it: mutations are left out of the page's build.
// What would need them says so; a gate sees that nothing in the page does.

const STUBS = {
  './mutationCache.js': `
const none = [];
export class MutationCache {
  build() { throw new Error('This page is built without mutations (.ci/lean-query.mjs).'); }
  findAll() { return none; }
  getAll() { return none; }
  resumePausedMutations() { return Promise.resolve(); }
  clear() {}
  subscribe() { return () => undefined; }
}`,
};

/** A Vite plugin. It fails where a newer react-query has its parts elsewhere, so that an upgrade cannot bring them back unseen. */
export function leanQuery() {
  const left = new Set(Object.keys(STUBS));
  return {
    name: 'taskscope:lean-query',
    enforce: 'pre',
    apply: (_config, env) => env.command === 'build' && !env.isSsrBuild,
    resolveId(source, importer) {
      if (!(source in STUBS) || !importer?.includes('@tanstack/query-core')) return null;
      left.delete(source);
      return `\0lean-query:${source}`;
    },
    load: (id) => (id.startsWith('\0lean-query:') ? STUBS[id.slice('\0lean-query:'.length)] : null),
    buildEnd(error) {
      if (error === undefined && left.size > 0)
        throw new Error(`react-query has no ${[...left].join(', ')} any more: look at .ci/lean-query.mjs.`);
    },
  };
}
