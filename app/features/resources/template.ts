/** A variable of a URI template, as far as a form can fill it in. */
export interface Variable {
  readonly name: string;
  /** Reserved characters stay as they are: `{+path}`. */
  readonly reserved: boolean;
}

/** `{name}` and `{+name}` (RFC 6570, levels 1 and 2). Undefined where the template has other parts: its URI is then written by hand. */
export function variablesOf(uriTemplate: string): readonly Variable[] | undefined {
  const parts = [...uriTemplate.matchAll(/\{([^{}]*)\}/g)].map(([, part]) =>
    /^(\+?)([\w.]+)$/.exec(part ?? ''),
  );
  const found = parts.flatMap((part): Variable[] =>
    part === null ? [] : [{ name: part[2] ?? '', reserved: part[1] === '+' }],
  );
  if (found.length < parts.length) return undefined;
  return found.filter(({ name }, i) => found.findIndex((other) => other.name === name) === i);
}

/** The URI that a template makes of these values. */
export function expand(uriTemplate: string, values: Readonly<Record<string, string>>): string {
  return uriTemplate.replaceAll(/\{(\+?)([\w.]+)\}/g, (_all, reserved: string, name: string) => {
    const value = values[name] ?? '';
    return reserved === '+' ? encodeURI(value) : encodeURIComponent(value);
  });
}
