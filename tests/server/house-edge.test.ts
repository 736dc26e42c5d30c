import { describe, expect, it } from 'vitest'
import { KENO_PICK_COUNTS, KENO_RISKS, kenoReturn } from '#rules/keno/keno.ts'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoReturn } from '#rules/plinko/plinko.ts'
import { pondReelsReturn } from '#rules/pond-reels/pond-reels.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelReturn } from '#rules/wheel/wheel.ts'
import type { FairGame } from '#rules/fair-games.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'

const PLINKO = PLINKO_ROWS.flatMap((rows) => PLINKO_RISKS.map((risk) => plinkoReturn({ rows, risk })))
const KENO = KENO_RISKS.flatMap((risk) => KENO_PICK_COUNTS.map((count) => kenoReturn(risk, count)))
const WHEEL = WHEEL_SEGMENTS.flatMap((segments) => WHEEL_RISKS.map((risk) => wheelReturn({ segments, risk })))

/** Return to player of every table of a game; undefined if all tables return 0.99. */
const RETURNS: Readonly<Record<FairGame, readonly number[] | undefined>> = {
  dice: undefined,
  limbo: undefined,
  plinko: PLINKO,
  mines: undefined,
  keno: KENO,
  wheel: WHEEL,
  hilo: undefined,
  crash: undefined,
  'pond-reels': [pondReelsReturn()],
}

/** In whole basis points. The range is widened, so that it promises too little rather than too much. */
function edgeOf(returns: readonly number[]) {
  const edges = returns.map((rtp) => (1 - rtp) * 10_000)
  // Sums of floats differ slightly from whole numbers.
  const hair = 1e-6
  return {
    minBps: Math.floor(Math.min(...edges) + hair),
    maxBps: Math.ceil(Math.max(...edges) - hair),
  }
}

const seeded = (slug: string) => ORIGINALS.find((game) => game.slug === slug)?.houseEdge

describe('house edges of the catalogue', () => {
  it.each(Object.entries(RETURNS))('%s: is 1%, or the range over all of its tables', (slug, returns) => {
    expect(seeded(slug)).toEqual(returns ? edgeOf(returns) : { minBps: 100, maxBps: 100 })
  })
})
