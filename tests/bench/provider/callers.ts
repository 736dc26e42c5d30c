// The provider of `npm run bench:provider`, in a process of its own: for each player it sends a bet, waits for the
// answer, sends the win, and so on. Its calls are signed before, because signing takes the processor longer than Koi's
// answer does.
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { PROVIDER_BASE } from '../../support/hub88-house.ts'
import { hub88Body } from '../../support/provider-drivers.ts'
import { HttpLine } from '../bets/http-line.ts'

export interface Calling {
  readonly origin: string
  readonly privatePem: string
  readonly seats: readonly { readonly user: string; readonly token: string }[]
  /** At most so many rounds of each player. */
  readonly rounds: number
  readonly seconds: number
}

export type Called =
  | { readonly isReady: true }
  | { readonly isReady: false; readonly seconds: number; readonly ms: readonly number[] }

interface Signed {
  readonly path: string
  readonly headers: string
  readonly json: string
}

const STAKE = 10_000n

let ready: { readonly calling: Calling; readonly calls: readonly (readonly Signed[])[] } | null = null

function prepare(calling: Calling): void {
  const key = createPrivateKey(calling.privatePem)
  const signed = (path: string, body: Buffer): Signed => ({
    path: `${PROVIDER_BASE}${path}`,
    headers: `x-hub88-signature: ${sign('RSA-SHA256', body, key).toString('base64')}\r\n`,
    json: body.toString(),
  })
  const calls = calling.seats.map((seat) =>
    Array.from({ length: calling.rounds }, () => {
      const bet = { ...seat, id: randomUUID(), round: randomUUID(), amount: STAKE }
      const win = { ...bet, id: randomUUID(), closes: true }
      return [
        signed('/transaction/bet', hub88Body(bet)),
        signed('/transaction/win', hub88Body(win, { reference_transaction_uuid: bet.id })),
      ]
    }).flat(),
  )
  ready = { calling, calls }
}

async function call(): Promise<Called> {
  if (!ready) throw new Error('Nothing is prepared')
  const { calling, calls } = ready
  const lines = await Promise.all(calls.map(() => HttpLine.open(calling.origin)))
  const ms: number[] = []
  const startedAt = performance.now()
  const until = startedAt + calling.seconds * 1_000
  await Promise.all(
    calls.map(async (own, n) => {
      const line = lines[n]
      for (const { path, headers, json } of own) {
        if (!line || performance.now() > until) return
        const sentAt = performance.now()
        let body: string
        // A provider asks again.
        do ({ body } = await line.post(path, headers, json))
        while (body.includes('"RS_ERROR_UNKNOWN"'))
        ms.push(performance.now() - sentAt)
        if (!body.includes('"RS_OK"')) throw new Error(`A call was refused: ${body}`)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  for (const line of lines) line.close()
  return { isReady: false, seconds, ms }
}

process.on('message', (asked: Calling | 'go') => {
  const tell = (called: Called) => process.send?.(called)
  const work =
    asked === 'go'
      ? call().then(tell)
      : Promise.resolve(asked)
          .then(prepare)
          .then(() => tell({ isReady: true }))
  work.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
