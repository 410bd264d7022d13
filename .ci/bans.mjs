#!/usr/bin/env node
// Bans that are about globals, not imports: the clock, timers and chance in the core (they are ports), and
// I/O in the app outside transport and log. Read from TypeScript's syntax tree, so comments and strings do not count.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { listed } from './house.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const scopes = JSON.parse(readFileSync(join(repo, '.ci/house.json'), 'utf8'));

const TIMERS = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
]);
const IO = new Set(['fetch', 'indexedDB', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon']);
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window', 'navigator']);
/** Members of a global that are banned; the global itself may only be used through a member. */
const MEMBERS = new Map([
  ['Math', new Set(['random'])],
  ['crypto', new Set(['randomUUID', 'getRandomValues'])],
]);

const within = (file, rooms) => rooms.some((room) => file === room || file.startsWith(`${room}/`));

/** Which bans hold in a file: `clock`, `io`, both or none. */
export function bansFor(file) {
  if (!/\.tsx?$/.test(file) || /\.(test|suite)\.tsx?$|\.d\.ts$/.test(file)) return [];
  const bans = [];
  if (within(file, scopes.withoutClock) && !within(file, scopes.withClock)) bans.push('clock');
  if (within(file, scopes.withoutIo) && !within(file, scopes.withIo)) bans.push('io');
  return bans;
}

/** True where an identifier reads a global: not a name being declared, a member, or something bound in the file. */
function readsGlobal(node, checker) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isGlobal(parent.expression);
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
    const declaration = parent.parent.parent;
    if (ts.isVariableDeclaration(declaration) && declaration.initializer && isGlobal(declaration.initializer))
      return true;
  }
  if (ts.isPartOfTypeNode(node) || ts.isQualifiedName(parent) || ts.isTypeQueryNode(parent)) return false;
  if (ts.isJsxAttribute(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return !symbol?.declarations?.length;
}

const isGlobal = (node) => ts.isIdentifier(node) && GLOBAL_OBJECTS.has(node.text);

function clockProblem(node) {
  const { parent, text } = node;
  if (TIMERS.has(text)) return `timer: ${text}`;
  if (text === 'globalThis' && !ts.isPropertyAccessExpression(parent)) return 'global: globalThis';
  if (text === 'performance') return 'clock: performance';
  if (text === 'Temporal') return 'clock: Temporal';
  if (text === 'Date') {
    if (ts.isNewExpression(parent) && parent.expression === node)
      return parent.arguments?.length ? undefined : 'clock: new Date()';
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
      return ['parse', 'UTC'].includes(parent.name.text) ? undefined : `clock: Date.${parent.name.text}`;
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword)
      return undefined;
    return 'clock: Date';
  }
  if (text === 'AbortSignal' && ts.isPropertyAccessExpression(parent) && parent.name.text === 'timeout')
    return 'timer: AbortSignal.timeout';
  const members = MEMBERS.get(text);
  if (!members) return undefined;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
    return members.has(parent.name.text) ? `chance: ${text}.${parent.name.text}` : undefined;
  if (ts.isElementAccessExpression(parent) || ts.isVariableDeclaration(parent)) return `chance: ${text}`;
  return undefined;
}

/** A program without libraries or imports: what it cannot resolve is a global. */
function parse(texts) {
  const options = { noLib: true, noResolve: true, types: [], jsx: ts.JsxEmit.Preserve, moduleDetection: 3 };
  const host = {
    getSourceFile: (name, target) =>
      texts.has(name) ? ts.createSourceFile(name, texts.get(name), target, true) : undefined,
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => texts.has(name),
    readFile: (name) => texts.get(name),
  };
  return ts.createProgram([...texts.keys()], { ...options, target: ts.ScriptTarget.Latest }, host);
}

/** The problems of some files' texts, each `kind: what (file:line)`. */
export function findBans(texts) {
  const program = parse(new Map(Object.entries(texts)));
  const checker = program.getTypeChecker();
  const problems = [];
  for (const file of Object.keys(texts)) {
    const bans = bansFor(file);
    const source = program.getSourceFile(file);
    if (bans.length === 0 || !source) continue;
    const report = (node, what) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      problems.push(`${what} (${file}:${line + 1})`);
    };
    const visit = (node) => {
      if (ts.isIdentifier(node) && readsGlobal(node, checker)) {
        const clock = bans.includes('clock') ? clockProblem(node) : undefined;
        if (clock) report(node, clock);
        if (bans.includes('io') && IO.has(node.text)) report(node, `io: ${node.text}`);
      }
      if (ts.isElementAccessExpression(node) && isGlobal(node.expression))
        report(node, `global: ${node.expression.text}[...]`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return problems;
}

export function checkBans(root = repo) {
  const files = listed(root, ['app', 'server']).filter((file) => bansFor(file).length > 0);
  const problems = findBans(
    Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );
  return { files: files.length, problems };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { files, problems } = checkBans();
  for (const problem of problems) console.error(problem);
  console.log(`bans: ${files} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
