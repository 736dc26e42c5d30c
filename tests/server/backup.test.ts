import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { backup, openBackedUpHouse } from '../support/backed-up-house.ts'
import { startDurablePostgres } from '../support/postgres.ts'

const dir = await mkdtemp(join(tmpdir(), 'koi-backup-'))
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }))

it(
  'a backup with the archive restores to the last bet, and needs no database for it',
  { timeout: 120_000 },
  async () => {
    const cluster = await startDurablePostgres()
    const stopping = new AbortController()
    try {
      const env = { BACKUP_DIR: dir, DATABASE_URL: await cluster.createDatabase() }
      await expect(backup(env, { verb: 'check' })).rejects.toThrow(`There is no backup in ${dir}`)
      const archiving = backup(env, { verb: 'archive' }, stopping.signal)
      const house = await openBackedUpHouse({ databaseUrl: env.DATABASE_URL, dataDir: '' })
      await expect.poll(() => readdir(join(dir, 'wal')).catch(() => [])).not.toEqual([])
      await house.bet()
      const made = await backup(env, { verb: 'make' })
      expect(made.text).toMatch(/^Made \S+Z\.$/)
      const last = await house.bet()

      const checked = await backup(env, { verb: 'check' })
      expect(checked.text).toContain(`Newest bet: ${last.at.toISOString()}`)
      expect(checked.text).toContain(
        `Compared ${house.days.length} kept seals; the newest is of ${house.days.at(-1)}.`,
      )
      expect(checked.text).toContain('It has everything that the database had when this began.')
      expect(checked.lines.at(-1)).toMatch(/^WHOLE/)
      expect(checked.isWhole).toBe(true)

      await house.close()
      await cluster.destroy()
      const lost = await backup(env, { verb: 'check' })
      expect(lost.text).toContain('Not compared with the database itself, which cannot be reached')
      expect(lost.text).toContain(`Newest bet: ${last.at.toISOString()}`)
      expect(lost.isWhole).toBe(true)
      stopping.abort()
      expect((await archiving).text).toContain('Not archiving')
    } finally {
      stopping.abort()
      await cluster.stop()
    }
  },
)
