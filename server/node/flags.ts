import { parseArgs } from 'node:util';
import type { Routing } from '../gateway/routing.ts';
import type { DesignCommand } from './design/run-design.ts';
import { isLoopback } from './host-check.ts';
import { MOST_REPLICAS } from './replicas/replicated.ts';
import { readStdio, type StdioCommand } from './stdio/command-line.ts';
import { UsageError } from './usage.ts';

export { UsageError } from './usage.ts';

/** The port that the canonical origin has, so that the page's storage is found again (design, "Browser facts"). */
export const DEFAULT_PORT = 6280;
export const DEFAULT_HOST = '127.0.0.1';

export interface ServeCommand {
  readonly kind: 'serve';
  readonly endpoint: string | undefined;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Whether the person chose the port. */
  readonly portGiven: boolean;
  readonly open: boolean;
  /** The data folder, or undefined for the platform's. */
  readonly dataDir: string | undefined;
  /** How many times faster than usual the demo's work goes. */
  readonly speed: number;
  readonly allowOrigins: readonly string[];
  readonly lab: boolean;
  /** Faults that are on from the start, as written: `name` or `name=lagMs=500`. */
  readonly faults: readonly string[];
  /** Undefined with `--no-bridge`. */
  readonly bridge: { readonly linkLocal: boolean } | undefined;
  /** Servers that pages with the key may start: those of `--stdio`. */
  readonly stdio: readonly StdioCommand[];
  /** A file of `mcpServers` with more of them. */
  readonly config: string | undefined;
  /** What the official conformance suite calls by name, beside the everyday tools; undefined for those alone. */
  readonly fixtures: 'conformance' | undefined;
  /** Puts the demo behind its own authorisation server; undefined for everybody. */
  readonly protect: { readonly lifeMs: number } | undefined;
  /** Server processes on one store; 1 serves from this one. */
  readonly replicas: number;
  /** How a gateway in front of several finds the replica of a task. */
  readonly routing: Routing;
}

export type Command =
  | ServeCommand
  | DesignCommand
  | { readonly kind: 'script'; readonly dataDir: string | undefined }
  /** A process that `--replicas` starts for itself. */
  | { readonly kind: 'replica' }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  expose: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  data: { type: 'string' },
  speed: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'no-lab': { type: 'boolean' },
  fault: { type: 'string', multiple: true },
  'no-bridge': { type: 'boolean' },
  'allow-link-local': { type: 'boolean' },
  stdio: { type: 'string', multiple: true },
  config: { type: 'string' },
  fixtures: { type: 'string' },
  protected: { type: 'boolean' },
  'token-life': { type: 'string' },
  replicas: { type: 'string' },
  'round-robin': { type: 'boolean' },
  script: { type: 'boolean' },
  from: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  example: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const FLAGS_OF_SCRIPT: ReadonlySet<string> = new Set(['script', 'data']);
const FLAGS_OF_DESIGN: ReadonlySet<string> = new Set(['from', 'out', 'force', 'example']);

/**
 * Reads the command line.
 * @param args the arguments after the program's name
 * @throws UsageError for unknown flags and bad values
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  if (values.data === '') throw new UsageError('--data wants the name of a folder.');
  const [first, second] = positionals;
  if (first === 'replica' && args.length === 1) return { kind: 'replica' };
  if (first === 'demo') return scriptCommand(values, second);
  if (first === 'design') return designCommand(values, second);
  if (values.script === true)
    throw new UsageError('--script belongs to the demo: write "taskscope demo --script".');
  const ofDesign = Object.keys(values).find((name) => FLAGS_OF_DESIGN.has(name));
  if (ofDesign !== undefined)
    throw new UsageError(`--${ofDesign} belongs to the designer: write "taskscope design --${ofDesign}".`);
  if (second !== undefined)
    throw new UsageError(`Give one endpoint, not several: "${second}" is one too many.`);
  return {
    kind: 'serve',
    endpoint: first === undefined ? undefined : endpointOf(first),
    host: hostOf(values.host ?? DEFAULT_HOST, values.expose === true),
    port: values.port === undefined ? DEFAULT_PORT : portOf(values.port),
    portGiven: values.port !== undefined,
    open: values['no-open'] !== true,
    dataDir: values.data,
    speed: values.speed === undefined ? 1 : speedOf(values.speed),
    allowOrigins: (values['allow-origin'] ?? []).map(originOf),
    lab: values['no-lab'] !== true,
    faults: values.fault ?? [],
    bridge: bridgeOf(values['no-bridge'] === true, values['allow-link-local'] === true),
    ...processesOf(values),
    fixtures: values.fixtures === undefined ? undefined : fixturesOf(values.fixtures),
    protect: protectOf(values),
    ...replicasOf(values.replicas, values['round-robin'] === true),
  };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's message starts with what is wrong and goes on with advice about "--" that is of no use here.
    const message = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : String(error);
    throw new UsageError(`${message.replace(/\.$/, '')}. See "taskscope --help".`);
  }
}

function scriptCommand(values: Values, extra: string | undefined): Command {
  if (extra !== undefined) throw new UsageError(`"taskscope demo" takes no argument: leave "${extra}" out.`);
  if (values.script !== true) {
    throw new UsageError(
      'Write "taskscope demo --script" for the scripted run, or "taskscope" for the page.',
    );
  }
  const wrong = Object.keys(values).find((name) => !FLAGS_OF_SCRIPT.has(name));
  if (wrong !== undefined)
    throw new UsageError(`"taskscope demo --script" knows --data alone: leave --${wrong} out.`);
  return { kind: 'script', dataDir: values.data };
}

function designCommand(values: Values, extra: string | undefined): Command {
  if (extra !== undefined)
    throw new UsageError(`"taskscope design" takes no argument: give a file of answers as --from ${extra}.`);
  const wrong = Object.keys(values).find((name) => !FLAGS_OF_DESIGN.has(name));
  if (wrong !== undefined)
    throw new UsageError(
      `"taskscope design" knows --from, --out, --force and --example: leave --${wrong} out.`,
    );
  const { from, out, force = false, example = false } = values;
  if (from === '' || out === '') throw new UsageError('--from and --out want the name of a file.');
  if (example && Object.keys(values).length > 1)
    throw new UsageError('--example prints a file of answers and goes with no other flag.');
  if (force && out === undefined)
    throw new UsageError('--force goes with --out FILE: it replaces that file.');
  return { kind: 'design', example, from, out, force };
}

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`"${text}" is no endpoint: give a URL such as http://127.0.0.1:3000/mcp.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'An endpoint in a link must not carry a password: leave it out, and enter it in the page.',
    );
  }
  return url.href;
}

function hostOf(text: string, expose: boolean): string {
  const given = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const written = given.includes(':') ? `[${given}]` : given;
  if (!/^[A-Za-z0-9.:_-]+$/.test(given) || !URL.canParse(`http://${written}/`)) {
    throw new UsageError(`--host wants an address or a name such as 127.0.0.1, not "${text}".`);
  }
  // As a browser reads it: lower case, and `0`, `0x7f.1` or `::0` as the addresses that they mean.
  const host = new URL(`http://${written}/`).hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(host) && !expose) {
    throw new UsageError(
      `--host ${text} would let everyone who can reach this machine use the demo server and see its tasks: ` +
        'add --expose if you want that, or leave --host out.',
    );
  }
  return host;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535)
    throw new UsageError(`--port wants a number from 0 (a free one) to 65535, not "${text}".`);
  return port;
}

function speedOf(text: string): number {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed <= 0 || speed > 100_000) {
    throw new UsageError(
      `--speed wants a number above 0 and up to 100000, not "${text}": 10 is ten times faster.`,
    );
  }
  return speed;
}

function processesOf(values: Values): Pick<ServeCommand, 'stdio' | 'config'> {
  const { stdio = [], config } = values;
  if (config === '') throw new UsageError('--config wants the name of a file.');
  if (values['no-bridge'] === true && (stdio.length > 0 || config !== undefined))
    throw new UsageError('--stdio and --config need the bridge, which --no-bridge switches off.');
  return { stdio: stdio.map(readStdio), config };
}

function bridgeOf(off: boolean, linkLocal: boolean): ServeCommand['bridge'] {
  if (off && linkLocal)
    throw new UsageError('--allow-link-local is about the bridge, which --no-bridge switches off.');
  return off ? undefined : { linkLocal };
}

function fixturesOf(text: string): 'conformance' {
  if (text === 'conformance') return text;
  throw new UsageError(`--fixtures knows "conformance" alone, not "${text}".`);
}

/** How long an access token lives unless `--token-life` says otherwise, s: short, so that a refresh is seen. */
const TOKEN_LIFE_S = 60;

function protectOf(values: Values): ServeCommand['protect'] {
  const { 'token-life': life, expose = false } = values;
  if (values.protected !== true) {
    if (life === undefined) return undefined;
    throw new UsageError('--token-life is about the tokens of --protected: add --protected.');
  }
  if (expose)
    throw new UsageError(
      '--protected is a lesson on this machine alone and protects nothing: leave --expose out.',
    );
  const seconds = life === undefined ? TOKEN_LIFE_S : /^\d{1,5}$/.test(life) ? Number(life) : 0;
  if (seconds === 0)
    throw new UsageError(`--token-life wants a number of seconds from 1 to 99999, not "${life}".`);
  return { lifeMs: seconds * 1_000 };
}

function replicasOf(
  text: string | undefined,
  roundRobin: boolean,
): { readonly replicas: number; readonly routing: Routing } {
  const replicas = text === undefined ? 1 : /^\d$/.test(text) ? Number(text) : 0;
  if (text !== undefined && (replicas < 2 || replicas > MOST_REPLICAS)) {
    throw new UsageError(
      `--replicas wants a number of server processes from 2 to ${MOST_REPLICAS}, not "${text}".`,
    );
  }
  if (roundRobin && replicas === 1)
    throw new UsageError('--round-robin says how requests are spread over replicas: add --replicas N.');
  return { replicas, routing: roundRobin ? 'by-turn' : 'by-task' };
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const given = text.replace(/\/$/, '').toLowerCase();
  if (
    url === undefined ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.host === '' ||
    !sameOrigin(url, given)
  ) {
    throw new UsageError(`--allow-origin wants an origin such as https://example.org:8443, not "${text}".`);
  }
  return url.origin;
}

/** True where the text is an origin and nothing more; a default port may be written out. */
function sameOrigin(url: URL, given: string): boolean {
  const port = url.protocol === 'http:' ? ':80' : ':443';
  return given === url.origin || given === `${url.origin}${port}`;
}
