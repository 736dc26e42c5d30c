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

/** Times of the steps of a takeover, by `performance.now()`. */
export interface Takeover {
  readonly killedAt: number
  promotedAt: number | null
  repointedAt: number | null
  /** The new primary has its own synchronous standby. */
  guardedAt: number | null
}

const LOOK_EVERY_MS = 50
const TRY_AGAIN_MS = 500
const FOLLOWS_WITHIN_MS = 30_000
const CONNECT_WITHIN_MS = 2_000

const SERVER_SETTINGS = [
  // A restarted primary can continue its standby soon, without a full copy.
  'wal_keep_size=256MB',
  'wal_retrieve_retry_interval=500ms',
]
const POOLER_SETTINGS = ['max_client_conn = 300', 'server_login_retry = 1']

/** A database with a standby behind a pooler. When the primary is lost the standby takes over, repeatedly. */
export class DatabasePair implements Queries {
  readonly takeovers: Takeover[] = []
  readonly pooler: Pooler
  /** True if the primary acknowledges only what its standby has. */
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

  /** The direct address of the current primary. */
  get url(): string {
    return this.#addressOn(this.#primary)
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<{ rows: T[] }> {
    return this.#pool.query<T>(text, values)
  }

  /** Koi's settings, which never change. */
  get environment() {
    return {
      DATABASE_URL: this.pooler.url('koi'),
      DATABASE_DIRECT_URL: this.pooler.url('koi_session'),
      DATABASE_READ_URL: this.pooler.url('koi_read'),
    }
  }

  /** The primary's machine crashes, and comes back. */
  killPrimary = (): Promise<void> => this.#primary.kill()
  startPrimary = (): Promise<void> => this.#primary.start()

  /** The process that sends to the standby; null while the standby lags. */
  async findSender(): Promise<number | null> {
    if (!this.#isGuarded) return null
    const { rows } = await this.query<{ pid: number }>(
      `select pid from pg_stat_replication where state = 'streaming' and sync_state = $1`,
      [this.#isSynchronous ? 'sync' : 'async'],
    )
    return rows[0]?.pid ?? null
  }

  /** Cuts the standby off, then destroys the primary with its data. */
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

  /** Acts as an operator: promotes the standby, points the pooler to it, and makes a new standby. */
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

  /** Gives the primary a standby, and retries after kills. */
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

  /** Only with a standby: without one, every commit would wait. */
  async #makeSynchronous(): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '*'`)
    await this.query('select pg_reload_conf()')
    await this.#waitForStandby(`sync_state = 'sync'`)
    // The checkpointer tells commits to wait for the standby. A commit that has waited proves that earlier ones are
    // there.
    await this.query('checkpoint')
    await this.query(`select pg_logical_emit_message(true, 'koi', 'guarded')`)
  }
}

/** Names that stay the same wherever the database is. */
const pooledDatabases = (primaryUrl: string, readUrl: string) => ({
  koi: { serverUrl: primaryUrl },
  koi_session: { serverUrl: primaryUrl, mode: 'session' as const },
  koi_read: { serverUrl: readUrl },
})

/** Survives the database's death: a query fails, and the next one reconnects. */
function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
