/** A moment as the cursor and addresses have it: whole µs, by which everything in that µs has happened. @param mono ms */
export function moment(mono: number): number {
  return Math.max(0, Math.ceil(mono * 1000) / 1000);
}
