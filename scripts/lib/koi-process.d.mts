export interface StartOptions {
  /** Folder of the build; default `KOI_DIST_DIR`, else `dist`. */
  distDir?: string
  /** Kept after `stop`. Default: a temporary directory that `stop` removes. */
  dataDir?: string
  /** A data directory of a stopped server to begin with, which saves the first start's seconds. */
  template?: string
  port?: number
  /** Flags of Node. */
  flags?: readonly string[]
  /** More environment, for example `DATABASE_URL`. */
  env?: Record<string, string>
}

export interface KoiProcess {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  /** Undefined while it does not run. */
  readonly pid: number | undefined
  readonly isRunning: boolean
  /** Everything that the server has printed so far. */
  readonly log: string
  /** SIGKILL: to the browser it looks like a power cut or a lost connection. */
  kill(): Promise<void>
  /** Starts again on the same port and data, after a graceful stop if it still runs. */
  restart(options?: { distDir?: string }): Promise<void>
  /** SIGTERM, and removes the temporary data. */
  stop(): Promise<void>
}

export function freePort(): Promise<number>
export function startKoi(options?: StartOptions): Promise<KoiProcess>
