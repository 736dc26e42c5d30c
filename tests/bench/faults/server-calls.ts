import { setTimeout as sleep } from 'node:timers/promises'
import { ask, isGood, type Answer, type Call } from './ask.ts'
import type { World } from './world.ts'

interface SignedText {
  readonly receipt: string
  readonly kid: string
  readonly signature: string
}

/** Calls of players to any of the servers, with a record of the answers. */
export class ServerCalls {
  /** Answers that no client should ever see. */
  readonly faults: string[] = []
  readonly answers = new Map<string, number>()
  /** Receipts that players got: account → text → receipt. */
  readonly receipts = new Map<number, Map<string, SignedText>>()
  sent = 0
  acknowledgedAt = 0
  protected readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** For calls that belong to no operation. */
  async insist(method: string, path: string, call: Call): Promise<Record<string, unknown>> {
    for (let tried = 0; tried < 150; tried++) {
      const answer = await this.send(tried, method, path, call)
      if (isGood(answer)) return answer.data
      await sleep(200)
    }
    throw new Error(`${method} ${path} was never answered`)
  }

  /** @param server number of the server, modulo their count */
  protected async send(server: number, method: string, path: string, call: Call): Promise<Answer> {
    const { servers } = this.world
    const origin = servers[server % servers.length]?.koi.origin ?? ''
    this.sent += 1
    const answer = await ask(origin, method, path, call)
    this.answers.set(answer.code, (this.answers.get(answer.code) ?? 0) + 1)
    return answer
  }

  protected keepReceipt(uid: number, receipt: unknown): void {
    if (!receipt) return
    const signed = receipt as SignedText
    const own = this.receipts.get(uid) ?? new Map<string, SignedText>()
    this.receipts.set(uid, own)
    own.set(signed.receipt, signed)
  }
}
