import { describe, expect, it } from 'vitest'
import { hiloCardOf, hiloGuesses } from '#rules/hilo/hilo.ts'
import type { ParamsOf } from '#rules/games.ts'
import { checkBet } from '#features/play/check-bet.ts'
import type { PlayEngine, SettledBet } from '#features/play/play-engine.ts'
import { verifyCommand } from '#features/play/bet/verify-command.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { INSTANT_GAMES } from '../support/game-params.ts'
import { COIN, INSTANT_BETS, readyEngine } from './local-engines.ts'
import { seededBets } from './seeded-bets.ts'

const key = createIdempotencyKey

/** Bets that `playAll` makes: two of dice and plinko, three of mines, two of hilo, and one of each other game. */
const ALL = INSTANT_GAMES.length + 7

/** Plays each game. Mines once with a cash-out and once with any result. */
async function playAll(engine: PlayEngine): Promise<void> {
  const stake = 3n * COIN + 1n
  for (const game of INSTANT_GAMES) await engine.place({ ...INSTANT_BETS[game](), stake })
  await engine.place({ game: 'dice', params: { side: 'under', target: 200 }, stake, key: key() })
  await engine.place({ game: 'plinko', params: { rows: 8, risk: 'expert' }, stake, key: key() })
  for (const mines of [1, 3, 24]) {
    const { id } = await engine.place({ game: 'mines', params: { mines }, stake, key: key() })
    const state = await engine.act(id, { type: 'reveal', tile: 7 }, key())
    if (state.status === 'open') await engine.cashOut(id, key())
  }
  for (const params of [{}, { startCard: '8C' }] as const) await playHilo(engine, params, stake)
}

/** Skips once, then takes the first guess until the round is over or three were right. */
async function playHilo(engine: PlayEngine, params: ParamsOf<'hilo'>, stake: bigint): Promise<void> {
  const { id } = await engine.place({ game: 'hilo', params, stake, key: key() })
  let state = await engine.act(id, { type: 'skip' }, key())
  for (let count = 0; count < 3 && state.status === 'open' && state.round.game === 'hilo'; count += 1) {
    const [guess] = hiloGuesses(hiloCardOf(state.round.cards.at(-1) ?? '2D'))
    state = await engine.act(id, { type: 'guess', guess }, key())
  }
  if (state.status === 'open') await engine.cashOut(id, key())
}

async function playedBets(isRevealed: boolean): Promise<readonly SettledBet[]> {
  const engine = await readyEngine()
  for (let turn = 0; turn < 5; turn += 1) await playAll(engine)
  if (isRevealed) await engine.seeds.rotate()
  const first = await engine.history.page({})
  const second = await engine.history.page({}, first.next)
  return seededBets([...first.bets, ...second.bets])
}

describe('the recomputation of a bet', () => {
  it('confirms every bet of the engine once its seed is revealed', async () => {
    const bets = await playedBets(true)
    expect(bets).toHaveLength(5 * ALL)
    for (const bet of bets) {
      const check = checkBet(bet)
      expect(check).toMatchObject({ isVerified: true, isSeedCommitted: true })
      expect(check?.recomputed).toEqual(bet)
    }
  })

  it('is impossible before the seed is revealed', async () => {
    for (const bet of await playedBets(false)) expect(checkBet(bet)).toBeUndefined()
  })

  it('detects a changed outcome, multiplier, payout or server seed', async () => {
    for (const bet of await playedBets(true)) {
      const outcome = typeof bet.outcome === 'number' ? bet.outcome + 1 : bet.outcome.toReversed()
      const otherOutcome = { ...bet, outcome } as SettledBet
      if (String(outcome) !== String(bet.outcome)) expect(checkBet(otherOutcome)?.isVerified).toBe(false)
      expect(checkBet({ ...bet, multiplier: bet.multiplier + 1 })?.isVerified).toBe(false)
      expect(checkBet({ ...bet, payout: bet.payout + 1n })?.isVerified).toBe(false)
      const otherSeed = { ...bet, seeds: { ...bet.seeds, serverSeed: '0'.repeat(64) } }
      expect(checkBet(otherSeed)).toMatchObject({ isVerified: false, isSeedCommitted: false })
    }
  })
})

describe('the command to verify a bet', () => {
  it('quotes every client seed', async () => {
    const engine = await readyEngine()
    await engine.seeds.setClientSeed(`it's "\\ $HOME \`ls\` 锦鲤:7`)
    await playAll(engine)
    await engine.seeds.rotate()
    const { bets } = await engine.history.page({})
    const { execFileSync } = await import('node:child_process')
    for (const bet of seededBets(bets)) {
      const command = verifyCommand(bet)
      expect(command).toMatch(/ \| npm run -s verify$/)
      const line = execFileSync('sh', ['-c', command.replace(/\| npm .*$/, '')], { encoding: 'utf8' })
      const sent: unknown = JSON.parse(line)
      expect(sent).toMatchObject({ game: bet.game, clientSeed: bet.seeds.clientSeed, nonce: bet.seeds.nonce })
      const { verifyBet } = await import('#verify/verify-bet.ts')
      expect(verifyBet(sent)).toMatchObject({ matches: true })
    }
  })
})
