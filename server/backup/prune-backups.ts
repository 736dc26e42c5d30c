import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteBackup, listBackups, walDirOf } from './backup-dir.ts'
import { parseLsn, parseSegment, segmentOf } from './wal.ts'

/**
 * Deletes all but the newest backups, and the WAL that only the deleted ones need.
 * @param keep one or more
 */
export async function pruneBackups(
  dir: string,
  keep: number,
): Promise<{ backups: string[]; segments: number }> {
  const backups = await listBackups(dir)
  const gone = backups.slice(0, -keep)
  for (const backup of gone) await deleteBackup(dir, backup)
  const oldest = backups.at(-keep) ?? backups[0]
  let segments = 0
  if (oldest?.manifest.kind === 'postgres') {
    const { startLsn, segmentBytes } = oldest.manifest
    const first = segmentOf(parseLsn(startLsn), segmentBytes)
    for (const file of await readdir(walDirOf(dir)).catch(() => [])) {
      const segment = parseSegment(file, segmentBytes)
      if (!segment || segment.number >= first) continue
      await rm(join(walDirOf(dir), file))
      segments += 1
    }
  }
  return { backups: gone.map(({ name }) => name), segments }
}
