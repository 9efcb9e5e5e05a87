/** Milliseconds of the processor that a call takes. The clock also counts what others do on a busy machine. */
export function processorTime(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
