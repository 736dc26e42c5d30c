interface Request {
  readonly name: string
  readonly grant: () => Promise<void>
}

/** The part of the browser's `LockManager` the app uses, for tests in Node: exclusive locks, first come first served. */
export class TestLockManager implements LockManager {
  readonly #held = new Map<string, Request>()
  #pending: Request[] = []

  request(
    name: string,
    ...rest: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]
  ): Promise<never> {
    const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest
    return new Promise<unknown>((resolve, reject) => {
      const request: Request = {
        name,
        grant: async () => {
          await Promise.resolve(callback({ name, mode: 'exclusive' })).then(resolve, reject)
        },
      }
      options.signal?.addEventListener('abort', () => {
        if (!this.#pending.includes(request)) return
        this.#pending = this.#pending.filter((other) => other !== request)
        reject(options.signal?.reason as Error)
      })
      this.#pending.push(request)
      setTimeout(() => this.#next(name))
    }) as Promise<never>
  }

  async query(): Promise<LockManagerSnapshot> {
    // As in the browser, the answer comes in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
    const toInfo = ({ name }: Request): LockInfo => ({ name, mode: 'exclusive', clientId: '' })
    return { held: [...this.#held.values()].map(toInfo), pending: this.#pending.map(toInfo) }
  }

  #next(name: string): void {
    const request = this.#pending.find((other) => other.name === name)
    if (!request || this.#held.has(name)) return
    this.#pending = this.#pending.filter((other) => other !== request)
    this.#held.set(name, request)
    void request.grant().finally(() => {
      this.#held.delete(name)
      setTimeout(() => this.#next(name))
    })
  }
}
