import type { Locks } from '#lib/writer-lock.ts'

interface Request {
  readonly name: string
  readonly grant: () => Promise<void>
}

/** The browser's locks for tests in Node: exclusive ones, first come first served. */
export class TestLockManager implements Locks {
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
