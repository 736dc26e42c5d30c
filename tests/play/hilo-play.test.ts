// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HILO_ROUND_CARDS, hiloCardOf, hiloGuesses, type HiloGuess } from '#rules/hilo/hilo.ts'
import { createHiloPlay, type HiloPlay } from '#features/play/hilo/hilo-play.ts'
import { guessSides, hiloOffers, sideOf, START_CARDS } from '#features/play/hilo/hilo-moves.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { NEW_SESSION, playSessions, sessionKey } from '#features/play/session/play-session.state.ts'
import {
  COIN,
  freshName,
  hiddenGuesses,
  hiloBet,
  readyEngine,
  rewriteStored,
  storedAccount,
} from './local-engines.ts'

const key = createIdempotencyKey
const guessed = (guess: HiloGuess) => ({ type: 'guess', guess }) as const

beforeEach(() => {
  playSessions[sessionKey('demo', 'hilo')] = NEW_SESSION
})

async function readyPlay(name = freshName()) {
  const engine = await readyEngine(name)
  return { name, engine, play: createHiloPlay(engine) }
}

/** The game ignores guesses for this long after a card turns. */
const look = () => new Promise((resolve) => setTimeout(resolve, 260))

async function begin(play: HiloPlay): Promise<void> {
  play.bet()
  await vi.waitFor(() => expect(play.round.get()).toBeDefined())
  await look()
}

describe('a round of Hilo in the engine', () => {
  it('shows a card for each step and no card in advance', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const round = await engine.place(hiloBet({ startCard: '8C' }, 10n * COIN))
    expect(round).toMatchObject({ cards: ['8C'], moves: [], multiplier: undefined, payout: undefined })
    // A later card may be equal to the shown one.
    const told = JSON.stringify(round, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))
    expect(told.replaceAll('8C', '')).not.toContain((await hiddenGuesses(name)).next)
    await expect(engine.cashOut(round.id, key())).rejects.toMatchObject({ code: 'bad_action' })
    await engine.act(round.id, { type: 'skip' }, key())
    const { right, next } = await hiddenGuesses(name)
    const state = await engine.act(round.id, guessed(right), key())
    expect(state).toMatchObject({ status: 'open', round: { moves: ['skip', right] } })
    expect(state.status === 'open' && state.round.game === 'hilo' && state.round.cards.at(-1)).toBe(next)
    const bet = await engine.cashOut(round.id, key())
    expect(bet).toMatchObject({ game: 'hilo', moves: ['skip', right], params: { startCard: '8C' } })
    expect(bet.outcome).toHaveLength(3)
    expect(bet.payout).toBeGreaterThan(bet.stake)
  })

  it('ends with a wrong guess, and refuses a guess that its card does not allow', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const { id } = await engine.place(hiloBet({ startCard: '8C' }))
    for (const wrong of ['same', 'higher', 'lower'] as const) {
      await expect(engine.act(id, guessed(wrong), key())).rejects.toMatchObject({ code: 'bad_action' })
    }
    let { wrong } = await hiddenGuesses(name)
    while (wrong === undefined) {
      await engine.act(id, { type: 'skip' }, key())
      wrong = (await hiddenGuesses(name)).wrong
    }
    const state = await engine.act(id, guessed(wrong), key())
    expect(state).toMatchObject({ status: 'settled', bet: { multiplier: 0, payout: 0n } })
    expect(engine.openRounds.get()).toEqual([])
  })

  it('is still open after a restart with its secrets, and answers a repeated step', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const { id } = await engine.place(hiloBet())
    const skipKey = key()
    const skipped = await engine.act(id, { type: 'skip' }, skipKey)

    const later = await readyEngine(name)
    expect(later.openRounds.get()).toEqual(engine.openRounds.get())
    expect(await later.act(id, { type: 'skip' }, skipKey)).toEqual(skipped)
    const { right } = await hiddenGuesses(name)
    await later.act(id, guessed(right), key())
    const cashKey = key()
    const bet = await later.cashOut(id, cashKey)
    // The cards that were never turned are deleted. Earlier answers still follow from the turned ones.
    expect(await later.act(id, { type: 'skip' }, skipKey)).toEqual(skipped)
    expect(await later.cashOut(id, cashKey)).toEqual(bet)
    expect(await later.history.get(id)).toEqual(bet)
  })

  it('is not open when its stored data is invalid', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(hiloBet({ startCard: '8C' }))
    await rewriteStored(name, (record) => ({ ...record, steps: [guessed('same')] }))
    const later = await readyEngine(name)
    expect(later.status.get()).toMatchObject({ status: 'broken' })
  })

  it('refuses a guess that could pay too much, and continues', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const { id } = await engine.place(hiloBet({ startCard: '8C' }, 1_000n * COIN))
    // 12.87³ × 1,000 is above a million.
    await rewriteStored(name, (record) => ({
      ...record,
      outcome: ['8C', ...Array<string>(HILO_ROUND_CARDS - 1).fill('2D')],
    }))
    const later = await readyEngine(name)
    await later.act(id, { type: 'skip' }, key())
    for (let count = 0; count < 2; count += 1) await later.act(id, guessed('same'), key())
    await expect(later.act(id, guessed('same'), key())).rejects.toMatchObject({ code: 'payout_too_large' })
    const [open] = later.openRounds.get()
    if (open?.game !== 'hilo') throw new Error('No round of Hilo is open')
    expect(hiloOffers(open, 1_000_000n * COIN).map(({ guess, isTooHigh }) => [guess, isTooHigh])).toEqual([
      ['higher', false],
      ['same', true],
    ])
    await later.act(id, { type: 'skip' }, key())
    expect((await later.cashOut(id, key())).payout).toBe(165_636_900_000n)
  })
})

describe('a round of Hilo on its screen', () => {
  it('is bet, guessed card by card and cashed out', async () => {
    const { name, engine, play } = await readyPlay()
    play.setParams({ startCard: '8C' })
    await begin(play)
    expect(engine.balance.get()?.amount).toBe(990n * COIN)
    await play.cashOut()
    const { right } = await hiddenGuesses(name)
    await play.guess(right)
    expect(play.round.get()?.moves).toEqual([right])
    // The second tap was meant for the card before.
    await play.skip()
    expect(play.round.get()?.moves).toEqual([right])
    await look()
    await play.skip()
    expect(play.round.get()?.moves).toEqual([right, 'skip'])
    const payout = play.round.get()?.payout ?? 0n
    await play.cashOut()
    expect(play.round.get()).toBeUndefined()
    expect(play.stage.get().shown).toMatchObject({ payout, moves: [right, 'skip'] })
    expect(engine.balance.get()?.amount).toBe(990n * COIN + payout)
    expect(playSessions[sessionKey('demo', 'hilo')]?.stats.bets).toBe(1)
    // A new start card replaces the finished round.
    play.setParams({})
    expect(play.stage.get().shown).toBeUndefined()
  })

  it('refuses guesses that the card does not allow, and its keys follow the direction', async () => {
    const { name, play } = await readyPlay()
    play.setParams({ startCard: 'AH' })
    await begin(play)
    await play.guess('higher-or-same')
    await play.guessTo('up')
    expect(play.round.get()?.moves).toEqual([])
    expect(play.problem.get()).toBeUndefined()
    const { next } = await hiddenGuesses(name)
    await play.guessTo('down')
    const seen = play.round.get() ?? play.stage.get().shown
    expect(seen).toMatchObject({ moves: ['lower'], cards: ['AH', next] })
  })

  it('continues after a reload with its amount and start card', async () => {
    const { name, engine } = await readyPlay()
    const round = await engine.place(hiloBet({ startCard: 'KD' }, 25n * COIN))
    await engine.act(round.id, { type: 'skip' }, key())
    const later = await readyPlay(name)
    expect(later.play.isResumed.get()).toBe(true)
    expect(later.play.round.get()).toMatchObject({ cards: ['KD', expect.any(String)], moves: ['skip'] })
    expect(later.play.params.get()).toEqual({ startCard: 'KD' })
    expect(later.play.stakeText.get()).toBe('25.00')
  })

  it('has no auto-play', async () => {
    const { play, engine } = await readyPlay()
    expect(play.hasAutoPlay).toBe(false)
    const started = vi.fn()
    play.beginAutoPlay({} as Parameters<HiloPlay['beginAutoPlay']>[0], started)
    expect(started).not.toHaveBeenCalled()
    expect(play.question.get()).toBeUndefined()
    expect(engine.seeds.current.get()?.nonce).toBe(0)
  })
})

describe('the choices at a card', () => {
  const offersAt = (card: (typeof START_CARDS)[number]) =>
    hiloOffers({ cards: [card], moves: [], stake: COIN }, undefined)

  it('show chance and payout of each guess in the rules, the higher one first', () => {
    expect(START_CARDS).toHaveLength(13)
    for (const card of START_CARDS) {
      const guesses = hiloGuesses(hiloCardOf(card))
      expect(guessSides(card).toSorted()).toEqual(guesses.toSorted())
      expect(sideOf(guessSides(card)[0])).not.toBe('down')
      expect(sideOf(guessSides(card)[1])).not.toBe('up')
    }
    expect(offersAt('2D')).toMatchObject([
      { guess: 'higher', chance: 9_231, worth: 10_725, payout: 1_072_500n, isTooHigh: false },
      { guess: 'same', chance: 769, worth: 128_700 },
    ])
    expect(hiloOffers({ cards: [], moves: [], stake: COIN }, undefined)).toEqual([])
  })
})

it('the demonstration stores a whole round in secret on the device', async () => {
  const name = freshName()
  const engine = await readyEngine(name)
  await engine.place(hiloBet())
  const [round] = (await storedAccount(name)).rounds
  expect(round?.outcome).toHaveLength(HILO_ROUND_CARDS)
})
