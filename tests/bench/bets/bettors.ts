// The players of `npm run bench:bets`, in a process of their own: each bets, waits for the answer, and bets again, for
// a given time on request. Checks every answer: settled, with a receipt and the next nonce.
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '#contract/api-base.ts'
import type { PlayAnswer } from '#contract/play.ts'
import { HttpLine } from './http-line.ts'
import type { Bettor } from './players.ts'

export interface Betting {
  readonly players: readonly Bettor[]
  /** Each player stays with one of these servers. */
  readonly origins: readonly string[]
  readonly coin: string
  readonly seconds: number
  /** Between an answer and the next bet, from none to twice as much; none unless given. */
  readonly pauseMs?: number
}

export interface Betted {
  readonly bets: number
  /** Calls answered with 503: nothing was done, and the bet is sent again. */
  readonly refused: number
  readonly seconds: number
  readonly cpuMs: number
  /** Milliseconds from the call to the answer of each bet. */
  readonly ms: readonly number[]
}

const STAKE = '0.01'

async function bet({ players, origins, coin, seconds, pauseMs = 0 }: Betting): Promise<Betted> {
  const lines = await Promise.all(players.map((_, n) => HttpLine.open(origins[n % origins.length] ?? '')))
  const ms: number[] = []
  let refused = 0
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  const play = async ({ token, from, game, params }: Bettor, line: HttpLine) => {
    const headers = `access-token: ${token}\r\nx-forwarded-for: ${from}\r\n`
    const asked = JSON.stringify({ game, coin, stake: STAKE, params }).slice(1)
    let nonce: number | undefined
    while (performance.now() < until) {
      if (pauseMs > 0) await sleep(2 * pauseMs * Math.random())
      const json = `{"idempotencyKey":"${randomUUID()}",${asked}`
      const sentAt = performance.now()
      const { status, body } = await line.post(`${API_BASE}/bets`, headers, json)
      if (status === 503) {
        refused += 1
        continue
      }
      ms.push(performance.now() - sentAt)
      nonce = nonceOf(status, body, nonce)
    }
  }
  await Promise.all(
    lines.map(async (line, n) => {
      const player = players[n]
      if (player) await play(player, line)
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const took = (performance.now() - startedAt) / 1_000
  for (const line of lines) line.close()
  return { bets: ms.length, refused, seconds: took, cpuMs: (user + system) / 1_000, ms }
}

/** @throws for an unexpected answer */
function nonceOf(status: number, body: string, before: number | undefined): number {
  const wrong = (why: string) => new Error(`${why}: ${status} ${body.slice(0, 2_000)}`)
  if (status !== 200) throw wrong('A bet was not taken')
  const { data } = JSON.parse(body) as { readonly data: PlayAnswer }
  if (data.status !== 'settled') throw wrong('A bet was not settled')
  if (!data.receipt) throw wrong('A bet has no receipt')
  const { nonce } = data.bet.seeds
  if (before !== undefined && nonce !== before + 1) throw wrong(`The nonce after ${before} is another one`)
  return nonce
}

process.on('message', (betting: Betting) => {
  bet(betting).then(
    (betted) => process.send?.(betted),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
