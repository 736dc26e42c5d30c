import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 100
const TRY_AGAIN_MS = 250
const START_WITHIN_MS = 60_000

export interface LifeOptions {
  readonly name: string
  /** @throws if it does not start, which is allowed while the database is away */
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly isRunning: () => boolean
}

/** A process that is killed and restarted, as by a supervisor. Any other end counts as a fault. */
export class ProcessLife {
  readonly name: string
  /** Ends without a kill. */
  ownEnds = 0
  /** Starts that ended early because the database was away. */
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

  /** Restarts it whenever it ends by itself, until `stop`. */
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

  /** Stops supervising. */
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
