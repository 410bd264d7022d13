/** CPU time that `run` takes, in ms. Wall time would also count whatever else the machine is busy with. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
