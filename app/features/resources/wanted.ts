let wanted: string | undefined;

/** A person has pressed Read elsewhere: the view of resources, which is about to be shown, reads it at once. */
export function wantToRead(uri: string): void {
  wanted = uri;
}

/** Whether it was wanted; true once. An address alone never reads. */
export function takeWanted(uri: string | undefined): boolean {
  const taken = uri !== undefined && wanted === uri;
  if (taken) wanted = undefined;
  return taken;
}
