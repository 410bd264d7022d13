// The names of all tests, read from the sources: a test's own name, with the names of the groups around it.
// Table tests are expanded where their rows are written out; else the template stands.
import ts from 'typescript';

const TESTS = new Set(['test', 'it']);
const GROUPS = new Set(['describe']);
/** What a test may be called through: `test.each(...)`, `test.only`. Skipped and planned ones count for nothing. */
const NEVER_RUN = new Set(['skip', 'todo', 'fails', 'fixme']);
const PLACEHOLDER = /%[sdifjoOp#$%]|\$\{?[A-Za-z_][\w.]*\}?/g;

/** @returns {{ file: string, name: string, full: string }[]} `full` is the groups' names and the test's, with blanks between. */
export function testsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kindOf(file));
  const found = [];
  const visit = (node, groups) => {
    const call = ts.isCallExpression(node) ? readCall(node) : undefined;
    if (call === undefined) return ts.forEachChild(node, (child) => visit(child, groups));
    for (const name of call.names) {
      if (call.kind === 'test') found.push({ file, name, full: [...groups, name].join(' ') });
      else for (const argument of node.arguments.slice(1)) visit(argument, [...groups, name]);
    }
  };
  visit(tree, []);
  return found;
}

const kindOf = (file) => (file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** What a call declares: a test or a group by its names, or undefined for any other call. */
function readCall(node) {
  const [first] = node.arguments;
  if (first === undefined || !ts.isStringLiteralLike(first)) {
    if (first === undefined || !ts.isTemplateExpression(first)) return undefined;
  }
  const callee = readCallee(node.expression);
  if (callee === undefined) return undefined;
  const name = ts.isStringLiteralLike(first) ? first.text : templateText(first);
  const { kind, rows } = callee;
  return { kind, names: rows === undefined ? [name] : rows.map((row) => filled(name, row)) };
}

/** `test`, `test.only`, `test.describe`, `describe.each(rows)`, `test.skipIf(...)`: the kind, and the rows where it is a table. */
function readCallee(expression) {
  let rows;
  let at = expression;
  const members = [];
  while (!ts.isIdentifier(at)) {
    if (ts.isCallExpression(at)) {
      const table = at.arguments[0];
      if (ts.isPropertyAccessExpression(at.expression) && ['each', 'for'].includes(at.expression.name.text))
        rows = rowsOf(table);
      at = at.expression;
    } else if (ts.isPropertyAccessExpression(at)) {
      members.push(at.name.text);
      at = at.expression;
    } else return undefined;
  }
  if (members.some((member) => NEVER_RUN.has(member))) return undefined;
  if (GROUPS.has(at.text) || (TESTS.has(at.text) && members.includes('describe')))
    return { kind: 'group', rows };
  return TESTS.has(at.text) ? { kind: 'test', rows } : undefined;
}

/** The rows of a table that is written out, else undefined. */
function rowsOf(table) {
  if (table === undefined) return undefined;
  const array = ts.isAsExpression(table) ? table.expression : table;
  return ts.isArrayLiteralExpression(array) && array.elements.length > 0 ? [...array.elements] : undefined;
}

/** A template with the literal strings of its row put in; what is not literal stays a placeholder. */
function filled(template, row) {
  const cells = ts.isArrayLiteralExpression(row) ? [...row.elements] : [row];
  let at = 0;
  return template.replace(PLACEHOLDER, (placeholder) => {
    if (placeholder === '%%') return '%';
    if (placeholder.startsWith('$')) return memberText(row, placeholder) ?? placeholder;
    const cell = placeholder === '%#' ? undefined : cells[at++];
    return cell !== undefined && ts.isStringLiteralLike(cell) ? cell.text : placeholder;
  });
}

function memberText(row, placeholder) {
  if (!ts.isObjectLiteralExpression(row)) return undefined;
  const wanted = placeholder.replace(/[${}]/g, '');
  const member = row.properties.find(
    (property) => ts.isPropertyAssignment(property) && property.name.getText() === wanted,
  );
  return member !== undefined && ts.isStringLiteralLike(member.initializer)
    ? member.initializer.text
    : undefined;
}

function templateText(template) {
  return template.head.text + template.templateSpans.map((span) => `%s${span.literal.text}`).join('');
}

/** The numbers that a name quotes, each once: R followed by digits, as a word. */
export function numbersIn(name) {
  return [...new Set(name.match(/\bR\d+\b/g) ?? [])];
}

/** The attacks that a name quotes, each once, as `attack 6`: "attack 6", "attacks 2, 3 and 4". */
export function attacksIn(name) {
  const lists = [...name.matchAll(/\battacks? (\d+(?:(?:, | and )\d+)*)/g)].map(([, list]) => list);
  return [...new Set(lists.flatMap((list) => list.match(/\d+/g) ?? []))].map((number) => `attack ${number}`);
}

/** Whether a test's name is `wanted`: placeholders that could not be filled stand for anything. */
export function isNamed(name, wanted) {
  const pieces = name.split(PLACEHOLDER).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return name === wanted || new RegExp(`^${pieces.join('.+')}$`, 's').test(wanted);
}
