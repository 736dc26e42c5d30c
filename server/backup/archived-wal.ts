import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresManifest } from './manifest.ts'
import {
  parseHistory,
  parseLsn,
  parseSegment,
  segmentOf,
  timelineAt,
  type Branch,
  type Segment,
} from './wal.ts'

/** The files of the archive that follow a backup. */
export interface ArchivedWal {
  readonly branches: readonly Branch[]
  /** By number, on the timelines that lead to the newest one. A file that is complete comes before a partial one. */
  readonly segments: ReadonlyMap<number, Segment>
  /** Other files that recovery asks for. */
  readonly histories: readonly string[]
  /** Number of the first segment that the backup itself does not have whole. */
  readonly first: number
  /** Number of the newest segment; one less than `first` without any. */
  readonly last: number
}

export async function readArchivedWal(wal: string, manifest: PostgresManifest): Promise<ArchivedWal> {
  const { segmentBytes } = manifest
  const files = await readdir(wal).catch((): string[] => [])
  const histories = files.filter((file) => /^[0-9A-F]{8}\.history$/.test(file)).toSorted()
  const branches = await readBranches(wal, histories, manifest)
  const segments = new Map<number, Segment>()
  // The name of a partial file is longer, so it comes later.
  for (const file of files.toSorted()) {
    const segment = parseSegment(file, segmentBytes)
    if (!segment || segment.timeline !== timelineAt(branches, segment.number)) continue
    if (!segments.has(segment.number)) segments.set(segment.number, segment)
  }
  const first = segmentOf(parseLsn(manifest.endLsn) - 1n, segmentBytes)
  const last = Math.max(first - 1, ...segments.keys())
  return { branches, segments, histories, first, last }
}

/** Returns those of the newest timeline that comes from the one of the backup. */
async function readBranches(
  wal: string,
  histories: readonly string[],
  { timeline, segmentBytes }: PostgresManifest,
): Promise<Branch[]> {
  for (const file of histories.toReversed()) {
    const newest = Number.parseInt(file.slice(0, 8), 16)
    const branches = parseHistory(newest, await readFile(join(wal, file), 'utf8'), segmentBytes)
    if (branches.some((branch) => branch.timeline === timeline)) return branches
  }
  return [{ timeline, from: 0 }]
}

/** Runs of segments that follow each other, in order. */
export function runsOf({ segments, first }: ArchivedWal): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const number of [...segments.keys()].filter((each) => each >= first).toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.to === number - 1) run.to = number
    else runs.push({ from: number, to: number })
  }
  return runs
}
