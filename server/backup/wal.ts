/** A file of the write-ahead log: so many bytes of it, on one timeline. */
export interface Segment {
  readonly timeline: number
  readonly number: number
  readonly file: string
}

/** A timeline with the segment in which it begins. */
export interface Branch {
  readonly timeline: number
  readonly from: number
}

export const PAGE_BYTES = 8_192n
const LOG_BYTES = 2n ** 32n

/** A position such as `0/3000028`. */
export function parseLsn(text: string): bigint {
  const [log = '', offset = ''] = text.split('/')
  return BigInt(`0x${log}`) * LOG_BYTES + BigInt(`0x${offset}`)
}

export const lsnText = (lsn: bigint): string =>
  `${(lsn / LOG_BYTES).toString(16)}/${(lsn % LOG_BYTES).toString(16)}`.toUpperCase()

export const segmentOf = (lsn: bigint, segmentBytes: number): number => Number(lsn / BigInt(segmentBytes))

export function segmentName({ timeline, number }: Omit<Segment, 'file'>, segmentBytes: number): string {
  const perLog = LOG_BYTES / BigInt(segmentBytes)
  return [BigInt(timeline), BigInt(number) / perLog, BigInt(number) % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** Null for another file, such as the history of a timeline. */
export function parseSegment(file: string, segmentBytes: number): Segment | null {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.partial)?$/.exec(file)
  if (!parts) return null
  const [timeline = 0, log = 0, segment = 0] = parts.slice(1).map((part) => Number.parseInt(part, 16))
  return { timeline, number: log * Number(LOG_BYTES / BigInt(segmentBytes)) + segment, file }
}

/** Reads a `.history` file: each line has a timeline and where it was left. @returns the oldest first */
export function parseHistory(timeline: number, text: string, segmentBytes: number): Branch[] {
  const branches: Branch[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const [, parent, left] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? []
    if (parent === undefined || left === undefined) continue
    branches.push({ timeline: Number(parent), from })
    from = segmentOf(parseLsn(left), segmentBytes)
  }
  return [...branches, { timeline, from }]
}

/** The timeline that a segment must be of: the newest one that has begun by then. */
export const timelineAt = (branches: readonly Branch[], number: number): number =>
  branches.findLast(({ from }) => from <= number)?.timeline ?? 1
