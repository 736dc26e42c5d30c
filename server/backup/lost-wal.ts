import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { runsOf, type ArchivedWal } from './archived-wal.ts'
import { runProgram, type Programs } from './postgres-programs.ts'
import { lsnText, PAGE_BYTES, parseLsn, segmentName, segmentOf, timelineAt } from './wal.ts'

interface Search {
  readonly programs: Programs
  readonly walDir: string
  readonly wal: ArchivedWal
  readonly segmentBytes: number
}

/** The moment of the newest commit that the archive has behind the end of the replay; null if it has none. */
export async function findLostCommit(search: Search, end: bigint): Promise<Date | null> {
  const { wal, segmentBytes } = search
  const own = segmentOf(end, segmentBytes)
  let newest: Date | null = null
  for (const { from, to } of runsOf(wal)) {
    if (to < own) continue
    // The rest of the page cannot be read without the record at its beginning.
    const page = ((end + PAGE_BYTES - 1n) / PAGE_BYTES) * PAGE_BYTES
    let at = from > own ? BigInt(from) * BigInt(segmentBytes) : page
    while (segmentOf(at, segmentBytes) <= to) {
      const found = await readCommits(search, at)
      if (found.newest !== null && (newest === null || found.newest > newest)) newest = found.newest
      const read = segmentOf(found.last ?? at, segmentBytes)
      at = BigInt(read + 1) * BigInt(segmentBytes)
    }
  }
  return newest
}

/** Reads on until a record is missing or damaged. */
async function readCommits(
  { programs, walDir, wal, segmentBytes }: Search,
  from: bigint,
): Promise<{ last: bigint | null; newest: Date | null }> {
  const timeline = timelineAt(wal.branches, segmentOf(from, segmentBytes))
  const args = [
    `--path=${walDir}`,
    `--timeline=${timeline}`,
    `--start=${lsnText(from)}`,
    '--rmgr=Transaction',
  ]
  // It always ends with an error: there is no more WAL, or it is damaged.
  const text = await runProgram(programs.pathOf('pg_waldump'), args, {
    env: { TZ: 'UTC' },
    isFailureFine: true,
  })
  let last: bigint | null = null
  let newest: Date | null = null
  for (const line of text.split('\n')) {
    const [, lsn, moment] = /lsn: ([0-9A-F]+\/[0-9A-F]+),.*desc: COMMIT (\S+ \S+) UTC/.exec(line) ?? []
    if (lsn === undefined || moment === undefined) continue
    last = parseLsn(lsn)
    newest = new Date(`${moment.replace(' ', 'T')}Z`)
  }
  return { last, newest }
}

/**
 * True if something stands behind the end of the replay that is a damaged record, and not the beginning of one whose
 * rest had not arrived: that one fills its page.
 */
export async function endsDamaged({ walDir, wal, segmentBytes }: Search, end: bigint): Promise<boolean> {
  const number = segmentOf(end, segmentBytes)
  if (!wal.segments.has(number)) return false
  const name = segmentName({ timeline: timelineAt(wal.branches, number), number }, segmentBytes)
  const offset = Number(end % BigInt(segmentBytes))
  const rest = Buffer.alloc(Number((PAGE_BYTES - (end % PAGE_BYTES)) % PAGE_BYTES))
  const file = await open(join(walDir, name))
  try {
    const { bytesRead } = await file.read(rest, 0, rest.length, offset)
    const isEmpty = rest.subarray(0, bytesRead).every((byte) => byte === 0)
    // Its length comes first.
    return !isEmpty && rest.length >= 4 && rest.readUInt32LE() <= rest.length
  } finally {
    await file.close()
  }
}
