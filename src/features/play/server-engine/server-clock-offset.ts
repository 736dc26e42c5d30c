/** One question to the server's clock; all in milliseconds. */
export interface ClockProbe {
  /** By `performance.now()`, when it was asked and when it was answered. */
  readonly sentAt: number
  readonly receivedAt: number
  /** What the server's clock said, since the epoch. */
  readonly serverNow: number
}

/** Questions of one measurement. */
export const CLOCK_PROBES = 5

const roundTrip = ({ sentAt, receivedAt }: ClockProbe) => receivedAt - sentAt

/**
 * What has to be added to `performance.now()` to get the server's clock, by the probe with the shortest way: it can be
 * wrong by half of that. Undefined without a probe.
 */
export function clockOffset(probes: readonly ClockProbe[]): number | undefined {
  const [best] = probes.toSorted((a, b) => roundTrip(a) - roundTrip(b))
  return best && best.serverNow - (best.sentAt + best.receivedAt) / 2
}

/** The offset after an event that the server sent at `serverNow`: its clock cannot be behind that by now. */
export function offsetAfter(offset: number, serverNow: number, receivedAt: number): number {
  return Math.max(offset, serverNow - receivedAt)
}
