import { spawn } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { readBackupConfig } from '#server/backup/backup-config.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { backup, openBackedUpHouse } from '../support/backed-up-house.ts'
import { startPooler } from '../support/pgbouncer.ts'
import { fillDataDir } from '../support/pglite.ts'
import { startDurablePostgres } from '../support/postgres.ts'

const made: string[] = []
const newDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'koi-backup-'))
  made.push(directory)
  return directory
}
afterAll(async () => {
  for (const each of made) await rm(each, { recursive: true, force: true, maxRetries: 3 })
})

/** A house on a PostgreSQL of its own, archived and backed up once. */
async function openPlace() {
  const cluster = await startDurablePostgres()
  const env = { BACKUP_DIR: await newDirectory(), DATABASE_URL: await cluster.createDatabase() }
  const house = await openBackedUpHouse({ databaseUrl: env.DATABASE_URL, dataDir: '' })
  const stopping = new AbortController()
  const archiving = backup(env, { verb: 'archive' }, stopping.signal)
  const files = async () => await readdir(join(env.BACKUP_DIR, 'wal')).catch(() => [])
  const wholeFiles = async () => (await files()).filter((file) => /^[0-9A-F]{24}$/.test(file)).toSorted()
  await vi.waitFor(async () => expect(await files()).not.toEqual([]), { timeout: 10_000 })
  await backup(env, { verb: 'make' })
  return {
    cluster,
    env,
    house,
    wholeFiles,
    /** Bets, and waits until the file with the bet is archived. */
    async betAndSwitch() {
      const { at } = await house.bet()
      const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(
        house.db,
      )
      const file = rows[0]?.file ?? ''
      await expect.poll(wholeFiles).toContain(file)
      return { at, file }
    },
    async close() {
      await house.close().catch(() => {})
      stopping.abort()
      await archiving
      await cluster.stop()
    },
  }
}
type Place = Awaited<ReturnType<typeof openPlace>>

describe('a PostgreSQL whose disk is lost', { timeout: 120_000 }, () => {
  let place: Place
  beforeEach(async () => {
    place = await openPlace()
  })
  afterEach(() => place.close())

  it('loses no acknowledged bet with its disk when commits wait for the archive', async () => {
    const { cluster, env, house } = place
    await sql`alter system set synchronous_standby_names = 'koi_backup'`.execute(house.db)
    await sql`select pg_reload_conf()`.execute(house.db)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ sync_state: string }>`select sync_state from pg_stat_replication
          where application_name = 'koi_backup'`.execute(house.db)
        return rows[0]?.sync_state
      })
      .toBe('sync')
    const acknowledged: string[] = []
    const betting = (async () => {
      for (;;) acknowledged.push((await house.bet()).id)
    })().catch(() => {})
    await expect.poll(() => acknowledged.length).toBeGreaterThan(40)
    await cluster.destroy()
    await betting

    const found: string[] = []
    const isWhole = await restoreBackup({
      name: undefined,
      until: null,
      to: null,
      write: () => {},
      config: readBackupConfig(env),
      books: readConfig(env),
      async look(databaseUrl) {
        const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
        const { rows } = await sql<{ id: string }>`select id::text as id from bet`.execute(db)
        found.push(...rows.map(({ id }) => id))
        await close()
      },
    })
    expect(isWhole).toBe(true)
    expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
  })

  it('names a missing and a damaged file of the WAL, and from when to when everything is gone', async () => {
    const { betAndSwitch, cluster, env, house } = place
    const before = await betAndSwitch()
    const gone = await betAndSwitch()
    const after = await betAndSwitch()
    await house.close()
    await cluster.destroy()
    const path = join(env.BACKUP_DIR, 'wal', gone.file)
    const names = (text: string) =>
      /the WAL file (\w+) is (missing|damaged at \S+ \(.+\)): everything from (\S+) to (\S+) is gone/.exec(
        text,
      )

    await writeFile(path, Buffer.alloc(16 * 2 ** 20, 1))
    const damaged = await backup(env, { verb: 'check' })
    expect(damaged.isWhole).toBe(false)
    expect(names(damaged.text)?.[2]).toMatch(/^damaged/)

    await rm(path)
    const checked = await backup(env, { verb: 'check' })
    expect(checked.isWhole).toBe(false)
    const [, name, , from = '', to = ''] = names(checked.text) ?? []
    expect(name).toBe(gone.file)
    expect(new Date(from) >= before.at && new Date(from) < gone.at).toBe(true)
    expect(new Date(to) >= after.at).toBe(true)
    expect(checked.text).toContain(`Newest bet: ${before.at.toISOString()}`)
  })
})

describe('a backup of a PostgreSQL', { timeout: 120_000 }, () => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace()
  })
  afterAll(() => place.close())

  it('restores into a directory as of a moment', async () => {
    const { env, house } = place
    const first = await house.bet()
    await sleep(50)
    const until = new Date().toISOString()
    await sleep(50)
    await house.bet()
    const parent = await newDirectory()
    // The copy may run as another user.
    await chmod(parent, 0o755)
    const to = join(parent, 'data')
    const restored = await backup(env, { verb: 'restore', until, to })
    expect(restored.text).toContain(`Newest bet: ${first.at.toISOString()}`)
    expect(restored.isWhole).toBe(true)
    // Otherwise its first commit would wait for an archive that nobody has started yet.
    expect(await readFile(join(to, 'postgresql.auto.conf'), 'utf8')).toMatch(
      /^synchronous_standby_names = ''\n$/m,
    )
    const later = new Date(Date.now() + 60_000).toISOString()
    await expect(backup(env, { verb: 'restore', until, to })).rejects.toThrow('cannot be made (EEXIST)')
    await expect(backup(env, { verb: 'check', until: later })).rejects.toThrow(
      /recovery ended before configured recovery target was reached.*newest transaction/s,
    )
  })

  it('has no backup after a make that was killed, and prunes the WAL of deleted ones', async () => {
    const { betAndSwitch, env, wholeFiles } = place
    const stranger = await newDirectory()
    const making = spawn(process.execPath, ['scripts/backup.mjs', 'make'], {
      env: { ...process.env, ...env, BACKUP_DIR: stranger },
      stdio: 'ignore',
    })
    const begun = async () => (await readdir(stranger)).find((each) => each.startsWith('.making-'))
    await expect.poll(begun, { interval: 2, timeout: 60_000 }).toBeDefined()
    making.kill('SIGKILL')
    await once(making, 'close')
    expect((await backup({ ...env, BACKUP_DIR: stranger }, { verb: 'list' })).lines).toEqual([])
    await expect(backup({ ...env, BACKUP_DIR: stranger }, { verb: 'check' })).rejects.toThrow(
      'There is no backup',
    )

    await betAndSwitch()
    await betAndSwitch()
    await backup(env, { verb: 'make' })
    const before = await wholeFiles()
    expect((await backup(env, { verb: 'prune', keep: '1' })).text).toMatch(
      /^Deleted backups: \S+Z\. Deleted files of the WAL: [1-9]/,
    )
    expect((await wholeFiles()).length).toBeLessThan(before.length)
    expect((await backup(env, { verb: 'check' })).isWhole).toBe(true)
  })

  it('says in one sentence which role and address a backup needs', async () => {
    const { cluster, env, house } = place
    await sql`create role reader login`.execute(house.db)
    const reader = new URL(env.DATABASE_URL)
    reader.username = 'reader'
    const refused = /allows no backup \(.*\): BACKUP_DATABASE_URL must lead to the server itself/
    await expect(backup({ ...env, BACKUP_DATABASE_URL: reader.href }, { verb: 'make' })).rejects.toThrow(
      refused,
    )
    await sql`alter role reader replication`.execute(house.db)
    await expect(backup({ ...env, BACKUP_DATABASE_URL: reader.href }, { verb: 'make' })).rejects.toThrow(
      'grant it pg_read_all_data',
    )
    await sql`grant pg_read_all_data to reader`.execute(house.db)
    await backup({ ...env, BACKUP_DATABASE_URL: reader.href }, { verb: 'make' })
    expect((await backup({ ...env, BACKUP_DATABASE_URL: reader.href }, { verb: 'check' })).isWhole).toBe(true)
    const pooler = await startPooler({ '*': { serverUrl: cluster.url } })
    try {
      const pooled = pooler.url(new URL(env.DATABASE_URL).pathname.slice(1))
      await expect(backup({ ...env, BACKUP_DATABASE_URL: pooled }, { verb: 'make' })).rejects.toThrow(refused)
    } finally {
      await pooler.stop()
    }
  })

  it('finds a seal and a balance that were changed, and a damaged file', async () => {
    const { env, house } = place
    await sql`alter table seal disable trigger user`.execute(house.db)
    await sql`alter table ledger_account disable trigger user`.execute(house.db)
    await sql`update seal set text = replace(text, '"v":1', '"v": 1')`.execute(house.db)
    await sql`update ledger_account set balance = balance + 1 where account_id is not null`.execute(house.db)
    const changed = await backup(env, { verb: 'check' })
    expect(changed.isWhole).toBe(false)
    expect(changed.text).toContain(`the seal of ${house.days[0]} is another one than the copy kept in seals`)
    expect(changed.text).toContain('balance_differs')

    const name =
      (await readdir(env.BACKUP_DIR))
        .filter((each) => /^\d/.test(each))
        .toSorted()
        .at(-1) ?? ''
    await appendFile(join(env.BACKUP_DIR, name, 'base', 'global', 'pg_control'), 'x')
    const damaged = await backup(env, { verb: 'check' })
    expect(damaged.lines.at(-1)).toContain('the files of the base backup are damaged')
  })
})

describe('an embedded database', () => {
  it('is backed up while no server uses it, restored and checked', { timeout: 120_000 }, async () => {
    const dataDir = await newDirectory()
    const env = { BACKUP_DIR: await newDirectory(), DATA_DIR: dataDir }
    await fillDataDir(dataDir)
    const house = await openBackedUpHouse({ databaseUrl: null, dataDir })
    const last = await house.bet()
    await expect(backup(env, { verb: 'make' })).rejects.toThrow(/is in use by another Koi/)
    await house.close()
    await backup(env, { verb: 'make' })
    const checked = await backup(env, { verb: 'check' })
    expect(checked.text).toContain(`Newest bet: ${last.at.toISOString()}`)
    expect(checked.isWhole).toBe(true)

    const to = join(await newDirectory(), 'data')
    expect((await backup(env, { verb: 'restore', to })).isWhole).toBe(true)
    const restored = await openDatabase({ databaseUrl: null, dataDir: to }, createLogger('silent'))
    expect(await restored.db.selectFrom('bet').select('id').execute()).toHaveLength(2)
    await restored.close()

    const [name = ''] = (await readdir(env.BACKUP_DIR)).filter((each) => /^\d/.test(each))
    await appendFile(join(env.BACKUP_DIR, name, 'pglite', 'PG_VERSION'), 'x')
    const damaged = await backup(env, { verb: 'check' })
    expect(damaged.lines.at(-1)).toContain('pglite/PG_VERSION is not as it was backed up')
    expect(damaged.isWhole).toBe(false)
  })
})
