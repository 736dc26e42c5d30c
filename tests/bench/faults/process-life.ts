import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 100
const TRY_AGAIN_MS = 250
const START_WITHIN_MS = 60_000

export interface LifeOptions {
  readonly name: string
  /** @throws when it does not start, as it may not while the database is away */
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly isRunning: () => boolean
}

/** One process that is killed and started again, as a supervisor does; an end of its own counts as a fault. */
export class ProcessLife {
  readonly name: string
  /** Ends that nobody caused. */
  ownEnds = 0
  /** Starts that ended before they were ready: the database was away. */
  failedStarts = 0
  #isWanted = true
  readonly #options: LifeOptions
  #watch: Promise<void> | undefined

  constructor(options: LifeOptions) {
    this.name = options.name
    this.#options = options
  }

  get isUp(): boolean {
    return this.#isWanted && this.#options.isRunning()
  }

  /** Starts it again whenever it has ended by itself, until `stop`. */
  supervise(): void {
    let isStopped = false
    const watch = async () => {
      while (!isStopped) {
        if (this.#isWanted && !this.#options.isRunning()) {
          this.ownEnds += 1
          await this.#startAgain()
        }
        await sleep(LOOK_EVERY_MS)
      }
    }
    this.#watch = watch()
    this.#end = async () => {
      isStopped = true
      await this.#watch
    }
  }

  #end: () => Promise<void> = async () => {}

  /** SIGKILL, a pause, and a start that is repeated until it succeeds. */
  async killAndRestart(pauseMs: number): Promise<void> {
    this.#isWanted = false
    await this.#options.kill()
    await sleep(pauseMs)
    await this.#startAgain()
  }

  /** No more looking after it. */
  async leaveAlone(): Promise<void> {
    await this.#end()
  }

  async #startAgain(): Promise<void> {
    this.#isWanted = false
    const deadline = Date.now() + START_WITHIN_MS
    for (;;) {
      try {
        await this.#options.start()
        this.#isWanted = true
        return
      } catch (error) {
        this.failedStarts += 1
        if (Date.now() > deadline) throw error
        await sleep(TRY_AGAIN_MS)
      }
    }
  }
}
