import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { FaultFacts } from '../protocol/lab.ts';
import type { Fault } from './fault.ts';

/** A failure mode that can be switched on: what it is, what can be set, and how it is made. */
export interface FaultKind extends FaultFacts {
  /** @param params checked, and filled with the defaults */
  make(params: JsonObject): Fault;
}

/** What a fault's file says. `make` gets each parameter by its name, of its default's type. */
export interface FaultText<P extends Parameters> {
  readonly name: string;
  readonly title: string;
  /** The part of the system that it is about: faults are listed by it. */
  readonly group: FaultFacts['group'];
  /** What breaks in production when it happens. */
  readonly breaks: string;
  /** What to look at in the page. */
  readonly look: string;
  readonly parameters: P;
  readonly make: (params: Values<P>) => Omit<Fault, 'name' | 'explanation'>;
}

/** One thing that can be set. Durations are ms. */
export type Parameter =
  | {
      readonly type: 'integer';
      readonly title: string;
      readonly default: number;
      readonly minimum: number;
      readonly maximum: number;
    }
  | { readonly type: 'boolean'; readonly title: string; readonly default: boolean }
  | {
      readonly type: 'string';
      readonly title: string;
      readonly default: string;
      readonly enum: readonly string[];
    };

type Parameters = Readonly<Record<string, Parameter>>;
export type Values<P extends Parameters> = { readonly [K in keyof P]: P[K]['default'] };

/** A kind of fault from its text; the JSON Schema of its parameters is made here. */
export function faultKind<const P extends Parameters>(text: FaultText<P>): FaultKind {
  const { name, title, group, breaks, look, parameters, make } = text;
  return {
    name,
    title,
    group,
    breaks,
    look,
    schema: {
      type: 'object',
      properties: parameters as unknown as JsonObject,
      additionalProperties: false,
    },
    make: (params) => ({
      name,
      explanation: breaks,
      ...make({ ...defaults(parameters), ...params } as unknown as Values<P>),
    }),
  };
}

function defaults(parameters: Parameters): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, one]): [string, JsonValue] => [key, one.default]),
  );
}

/** A duration or a count, ms or how many. */
export function whole(title: string, value: number, minimum: number, maximum: number) {
  return { type: 'integer', title, default: value as number, minimum, maximum } as const;
}

export function choice(title: string, value: string, options: readonly string[]) {
  return { type: 'string', title, default: value, enum: options } as const;
}

export function yesNo(title: string, value: boolean) {
  return { type: 'boolean', title, default: value as boolean } as const;
}
