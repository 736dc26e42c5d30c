import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import type { Bank } from './bank.ts'
import type { RefusalCode } from './cashier.ts'
import { findGame } from './catalogue.ts'
import { LINE_PAYS, LINES, MOON_PAYS, REELS, spinReels } from './games/lantern-river.ts'
import { spinWheel, WHEEL, WHEEL_SPOTS } from './games/lotus-wheel.ts'
import type { Random } from './games/random.ts'
import type { LiveTable } from './live-table.ts'
import { framePage } from './frame-page.ts'
import type { Session, Sessions } from './sessions.ts'

/** In 10⁻⁵ of the currency. All are multiples of the lines of the reels, and of the twentieths of baccarat. */
const CHIPS = [10_000, 50_000, 100_000, 500_000, 1_000_000, 2_500_000]
const STAKES = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_500_000, 5_000_000]
const MOST_AT_ONCE = 50_000_000
const SMALLEST = 10_000

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(SMALLEST), v.multipleOf(SMALLEST))
const key = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))
const stake = v.optional(amount)
const isPossible = (bets: Readonly<Record<string, number | undefined>>) => {
  const sum = sumOf(bets)
  return sum > 0 && sum <= MOST_AT_ONCE
}

const WheelSchema = v.object({
  key,
  bets: v.pipe(
    v.strictObject({ leaf: stake, lotus: stake, shell: stake, koi: stake, moon: stake, dragonfly: stake }),
    v.check(isPossible),
  ),
})
const ReelsSchema = v.object({ key, stake: v.pipe(v.number(), v.picklist(STAKES)) })
const TableSchema = v.object({
  key,
  hand: v.string(),
  bets: v.pipe(v.strictObject({ player: stake, banker: stake, tie: stake }), v.check(isPossible)),
})

interface FrameOptions {
  readonly sessions: Sessions
  readonly bankOf: (session: Session) => Bank
  readonly table: LiveTable
  readonly random: Random
  /** Folder of scripts, styles and covers. */
  readonly files: string
}

type Refused = { readonly code: RefusalCode | 'late' | 'busy'; readonly balance?: number | null }

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/** How many answers of a session are kept for a page that asks again. */
const KEPT_ANSWERS = 20

/** The page of a game and what it asks. Who knows the session's id may play with it. */
export function frameCalls({ sessions, bankOf, table, random, files }: FrameOptions): Hono {
  const app = new Hono()

  app.get('/:folder{page|covers}/:file{[a-z-]+\\.(?:js|css|webp|svg)}', (c) => {
    const { folder, file } = c.req.param()
    let bytes: Buffer
    try {
      bytes = readFileSync(join(files, folder, file))
    } catch {
      return c.notFound()
    }
    c.header('content-type', TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    c.header('x-content-type-options', 'nosniff')
    c.header('cache-control', 'no-cache')
    return c.body(new Uint8Array(bytes))
  })

  app.get('/play/:id', (c) => {
    const session = sessions.find(c.req.param('id'))
    const { html, headers } = framePage(session)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return c.html(html, session ? 200 : 404)
  })

  app.get('/play/:id/balance', async (c) => {
    const session = sessions.find(c.req.param('id'))
    return session ? c.json(await bankOf(session).balance()) : c.json({ code: 'expired' }, 404)
  })

  app.get('/play/:id/state', (c) => {
    const session = sessions.find(c.req.param('id'))
    if (!session) return c.json({ code: 'expired' }, 404)
    return c.json({
      currency: session.purse?.currency ?? null,
      rtp: findGame(session.game)?.rtp,
      ...rulesOf(session.game),
    })
  })

  const answers = new Map<string, Map<string, Promise<object>>>()
  /** The same key gets the same answer: a page whose connection broke asks again. */
  const once = (session: Session, asked: string, act: () => Promise<object>): Promise<object> => {
    const kept = answers.get(session.id) ?? new Map<string, Promise<object>>()
    answers.set(session.id, kept)
    const known = kept.get(asked)
    if (known) return known
    const answer = act()
    kept.set(asked, answer)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
    return answer
  }

  const play = <S extends v.GenericSchema<unknown, { readonly key: string }>>(
    path: string,
    game: string,
    schema: S,
    act: (session: Session, bank: Bank, asked: v.InferOutput<S>) => Promise<object>,
  ) =>
    app.post(`/play/:id/${path}`, async (c) => {
      const session = sessions.find(c.req.param('id') ?? '')
      if (session?.game !== game) return c.json({ code: 'expired' }, 404)
      const parsed = v.safeParse(schema, await readJson(c))
      if (!parsed.success) return c.json({ code: 'unavailable' }, 400)
      const asked: v.InferOutput<S> = parsed.output
      return c.json(await once(session, asked.key, () => act(session, bankOf(session), asked)))
    })

  const busy = new Set<string>()
  /** A round of one player after another. */
  const playRound = async (
    session: Session,
    bank: Bank,
    stake: number,
    draw: () => { readonly paid: number },
  ): Promise<object> => {
    if (busy.has(session.id)) return { code: 'busy' } satisfies Refused
    busy.add(session.id)
    try {
      const { bet, ...refused } = await bank.take(crypto.randomUUID(), stake)
      if (!bet) return refused
      const result = draw()
      return {
        result,
        staked: stake,
        balance: (await bank.pay([bet], result.paid)) ?? null,
        round: bet.round,
      }
    } finally {
      busy.delete(session.id)
    }
  }

  play('wheel', 'lotus-wheel', WheelSchema, (session, bank, { bets }) =>
    playRound(session, bank, sumOf(bets), () => spinWheel(bets, random)),
  )
  play('reels', 'lantern-river', ReelsSchema, (session, bank, { stake }) =>
    playRound(session, bank, stake, () => spinReels(stake, random)),
  )
  play('bets', 'koi-baccarat', TableSchema, async (session, bank, { hand, bets }) => {
    const seat = await table.bet(seatOf(session), bank, hand, bets)
    return typeof seat === 'string' ? ({ code: seat } satisfies Refused) : seat
  })

  app.get('/play/:id/table', (c) => {
    const session = sessions.find(c.req.param('id'))
    if (session?.game !== 'koi-baccarat') return c.json({ code: 'expired' }, 404)
    return streamSSE(c, async (stream) => {
      const send = (event: string) => (view: object) =>
        void stream.writeSSE({ event, data: JSON.stringify(view) }).catch(() => {})
      const end = table.watch({
        seat: seatOf(session),
        tellTable: send('table'),
        tellSeat: send('seat'),
      })
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      await ended
      end()
    })
  })
  return app
}

/** Who opens the game again finds what is staked. */
const seatOf = ({ purse, id }: Session) => purse?.user ?? id

function rulesOf(game: string) {
  switch (game) {
    case 'lotus-wheel':
      return { chips: CHIPS, most: MOST_AT_ONCE, wheel: WHEEL, spots: WHEEL_SPOTS }
    case 'lantern-river':
      return { stakes: STAKES, reels: REELS, lines: LINES, pays: LINE_PAYS, moonPays: MOON_PAYS }
    default:
      return { chips: CHIPS, most: MOST_AT_ONCE }
  }
}

function sumOf(bets: Readonly<Record<string, number | undefined>>): number {
  return Object.values(bets).reduce<number>((sum, each) => sum + (each ?? 0), 0)
}

const readJson = (c: Context): Promise<unknown> => c.req.json().catch(() => null)
