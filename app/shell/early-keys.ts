/** The last key that was pressed before the page could hear it: reading a large recording takes seconds. */
let early: KeyboardEvent | undefined;

const keep = (event: KeyboardEvent): void => {
  early = event;
};

/** Called first of all. */
export function catchEarlyKeys(): void {
  document.addEventListener('keydown', keep);
}

/** The key that was pressed meanwhile, once; from here on the page hears them itself. */
export function takeEarlyKey(): KeyboardEvent | undefined {
  document.removeEventListener('keydown', keep);
  const taken = early;
  early = undefined;
  return taken;
}
