// The import rules, generated from .ci/house.json (the same data as the table in README.md).
const { rows, entries } = require('./.ci/house.json');

const TEST = '\\.(test|suite)\\.tsx?$';
const LOCAL = '^(app|server|e2e|public|docs|[.]ci)/|^(\\.\\./)*[^/]+\\.(ts|tsx|json|js|mjs|cjs)$';
const PACKAGE = '(^|/)node_modules/';

const escaped = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
const isFile = (room) => /\.tsx?$/.test(room);

/** A room as a regular expression; `app/features/*` captures the feature. */
function pathOf(room) {
  const body = escaped(room).replace('*', '([^/]+)');
  return isFile(room) ? `^${body}$` : `^${body}/`;
}

const rooms = rows.flatMap((row) => row.rooms.map((room) => ({ ...row, room })));
const isInside = (room, outer) => room !== outer && room.startsWith(`${outer}/`);

/** A room and the rooms nested in it are one family; a family's members may import each other. */
function family(room) {
  const outer = rooms.find((other) => isInside(room, other.room));
  const root = outer?.room ?? room;
  return root.includes('*') ? pathOf(root).replace('([^/]+)', '$1') : pathOf(root);
}

function packagePath(name) {
  const body = escaped(name).replace('*', '[^/]+');
  return `${PACKAGE}(@types/)?${body}/`;
}

const rules = rooms.flatMap(({ room, may, types = [], packages, node = false }) => {
  const nested = rooms.filter((other) => isInside(other.room, room)).map((other) => pathOf(other.room));
  const from = { path: pathOf(room), pathNot: [TEST, ...nested] };
  const local = [family(room), ...may.map(pathOf), ...types.map(pathOf)];
  return [
    { name: `room:${room}`, severity: 'error', from, to: { path: LOCAL, pathNot: local } },
    ...types.map((other) => ({
      name: `types-only:${room}`,
      severity: 'error',
      from,
      to: { path: pathOf(other), dependencyTypesNot: ['type-only'] },
    })),
    {
      name: `packages:${room}`,
      severity: 'error',
      from,
      to: { path: PACKAGE, ...(packages.length > 0 && { pathNot: packages.map(packagePath) }) },
    },
    ...(node ? [] : [{ name: `node:${room}`, severity: 'error', from, to: { dependencyTypes: ['core'] } }]),
  ];
});

module.exports = {
  forbidden: [
    ...rules,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-test-in-product', severity: 'error', from: { pathNot: TEST }, to: { path: TEST } },
    {
      name: 'no-worker-import', // a worker starts by URL; an import would run its code in the page
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '\\.worker\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [TEST, '\\.d\\.ts$', '\\.css$', '\\.worker\\.ts$', ...entries.map(pathOf)],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
