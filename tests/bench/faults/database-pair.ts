import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPooler, type Pooler } from '../../support/pgbouncer.ts'
import {
  startDurablePostgres,
  type TestCluster,
  type TestServer,
  type TestStandby,
} from '../../support/postgres.ts'

export interface Queries {
  /** @throws while the database is away */
  query<T extends object>(text: string, values?: unknown[]): Promise<{ rows: T[] }>
}

/** When a takeover had its steps, by `performance.now()`. */
export interface Takeover {
  readonly killedAt: number
  promotedAt: number | null
  repointedAt: number | null
  /** The new primary has a standby of its own, which it waits for. */
  guardedAt: number | null
}

const LOOK_EVERY_MS = 50
const TRY_AGAIN_MS = 500
const FOLLOWS_WITHIN_MS = 30_000
const CONNECT_WITHIN_MS = 2_000

const SERVER_SETTINGS = [
  // A primary that comes back finds its standby again without a copy of everything, and soon.
  'wal_keep_size=256MB',
  'wal_retrieve_retry_interval=500ms',
]
const POOLER_SETTINGS = ['max_client_conn = 300', 'server_login_retry = 1']

/** A database with a standby behind a pooler, which takes over when the first one is lost, again and again. */
export class DatabasePair implements Queries {
  readonly takeovers: Takeover[] = []
  readonly pooler: Pooler
  /** Whether the primary acknowledges nothing that its standby has not. */
  readonly #isSynchronous: boolean
  readonly #cluster: TestCluster
  readonly #name: string
  #primary: TestServer
  #standby: TestStandby | null = null
  #isGuarded = false
  #isClosed = false
  #pool: pg.Pool
  #guarding: Promise<void> = Promise.resolve()

  private constructor(cluster: TestCluster, url: string, pooler: Pooler, isSynchronous: boolean) {
    this.#cluster = cluster
    this.#primary = cluster
    this.#name = new URL(url).pathname.slice(1)
    this.#isSynchronous = isSynchronous
    this.#pool = openPool(url)
    this.pooler = pooler
  }

  static async open({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<DatabasePair> {
    const cluster = await startDurablePostgres(SERVER_SETTINGS)
    const url = await cluster.createDatabase()
    const pooler = await startPooler(pooledDatabases(url, url), POOLER_SETTINGS)
    const pair = new DatabasePair(cluster, url, pooler, isSynchronous)
    await pair.#guard()
    return pair
  }

  /** Address of the database itself, on the server that is the primary now. */
  get url(): string {
    return this.#addressOn(this.#primary)
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<{ rows: T[] }> {
    return this.#pool.query<T>(text, values)
  }

  /** What Koi is told of it; none of it ever changes. */
  get environment() {
    return {
      DATABASE_URL: this.pooler.url('koi'),
      DATABASE_DIRECT_URL: this.pooler.url('koi_session'),
      DATABASE_READ_URL: this.pooler.url('koi_read'),
    }
  }

  /** A crash of the primary's machine that it comes back from. */
  killPrimary = (): Promise<void> => this.#primary.kill()
  startPrimary = (): Promise<void> => this.#primary.start()

  /** The process that sends everything to the standby; null while that has not everything. */
  async findSender(): Promise<number | null> {
    if (!this.#isGuarded) return null
    const { rows } = await this.query<{ pid: number }>(
      `select pid from pg_stat_replication where state = 'streaming' and sync_state = $1`,
      [this.#isSynchronous ? 'sync' : 'async'],
    )
    return rows[0]?.pid ?? null
  }

  /** Nothing gets to the standby any more; then the primary is lost, data and all. */
  async losePrimary(sender: number, heldMs: number): Promise<Takeover> {
    this.#isGuarded = false
    process.kill(sender, 'SIGSTOP')
    await sleep(heldMs)
    const takeover: Takeover = {
      killedAt: performance.now(),
      promotedAt: null,
      repointedAt: null,
      guardedAt: null,
    }
    this.takeovers.push(takeover)
    await this.#primary.destroy()
    return takeover
  }

  /** What an operator does then: the standby becomes the primary, the pooler leads there, a new standby is made. */
  async takeOver(takeover: Takeover): Promise<void> {
    const next = this.#standby
    if (!next) throw new Error('There is no standby')
    await next.promote()
    takeover.promotedAt = performance.now()
    const lost = this.#pool
    this.#primary = next
    this.#standby = null
    this.#pool = openPool(this.url)
    await this.#repoint()
    takeover.repointedAt = performance.now()
    void lost.end().catch(() => {})
    this.#guarding = this.#guard().then(() => {
      takeover.guardedAt = performance.now()
    })
  }

  /** Resolves when the last takeover is complete. */
  guarded = (): Promise<void> => this.#guarding

  async stop(): Promise<void> {
    this.#isClosed = true
    await this.#guarding
    await this.#pool.end()
    await this.pooler.stop()
    await this.#cluster.stop()
  }

  /** Ends everything at once. */
  killAll(): void {
    this.#isClosed = true
    void this.pooler.kill()
    for (const server of [this.#primary, this.#standby]) void server?.kill()
  }

  #addressOn(server: TestServer): string {
    const url = new URL(server.url)
    url.pathname = `/${this.#name}`
    return url.href
  }

  #repoint = (): Promise<void> =>
    this.pooler.repoint(pooledDatabases(this.url, this.#addressOn(this.#standby ?? this.#primary)))

  /** Gives the primary a standby, however often it is killed meanwhile. */
  async #guard(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#standby ??= await this.#primary.startStandby()
        await this.#waitForStandby()
        if (this.#isSynchronous) await this.#makeSynchronous()
        await this.#repoint()
        this.#isGuarded = true
        return
      } catch {
        await sleep(TRY_AGAIN_MS)
      }
    }
  }

  async #waitForStandby(condition = `state = 'streaming'`): Promise<void> {
    const deadline = performance.now() + FOLLOWS_WITHIN_MS
    for (;;) {
      const { rows } = await this.query(`select from pg_stat_replication where ${condition}`)
      if (rows.length > 0) return
      if (performance.now() > deadline) throw new Error('The standby does not follow')
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Only once a standby follows: until then every commit would wait for it. */
  async #makeSynchronous(): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '*'`)
    await this.query('select pg_reload_conf()')
    await this.#waitForStandby(`sync_state = 'sync'`)
    // The process that makes checkpoints is the one that tells commits to wait. A commit that has waited has all before it there.
    await this.query('checkpoint')
    await this.query(`select pg_logical_emit_message(true, 'koi', 'guarded')`)
  }
}

/** Names that stay, wherever the database is. */
const pooledDatabases = (primaryUrl: string, readUrl: string) => ({
  koi: { serverUrl: primaryUrl },
  koi_session: { serverUrl: primaryUrl, mode: 'session' as const },
  koi_read: { serverUrl: readUrl },
})

/** Survives the database's death: a query fails, the next one connects anew. */
function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
