// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playSessions, readSession } from '#features/play/session/play-session.state.ts'
import { heldBalances } from '#features/play/session/shown-balance.state.ts'
import { startAutoPlay } from '#features/play/auto/auto-play-start.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'
import { COIN, readyEngine } from './local-engines.ts'

const MOTION_MS = 300

beforeEach(() => {
  delete playSessions['demo/dice']
  playPreferences.choices = {
    instant: true,
    sound: false,
    volume: 0.6,
    haptics: true,
    bigWins: '10',
    risingTone: false,
    reactions: true,
    quickKeys: false,
    keysTold: false,
  }
})

async function readyPlay(isConcurrent = false) {
  const engine = await readyEngine()
  const play = createInstantPlay({
    game: 'dice',
    params: { side: 'over', target: 5_050 },
    motionMs: MOTION_MS,
    engine,
    isConcurrent,
  })
  return { engine, play }
}
const shown = ({ play }: Awaited<ReturnType<typeof readyPlay>>) => play.stage.get().shown
const heldAmount = () => heldBalances['demo']?.amount

describe('a bet on its way to the player', () => {
  it('is on the stage, in the statistics and paid at once in instant mode', async () => {
    const played = await readyPlay()
    played.play.bet()
    await vi.waitFor(() => expect(shown(played)).toBeDefined())
    const bet = shown(played)
    expect(played.engine.balance.get()?.amount).toBe(990n * COIN + (bet?.payout ?? 0n))
    expect(readSession('demo', 'dice').recent.map(({ id }) => id)).toEqual([bet?.id])
    expect(readSession('demo', 'dice').stats.bets).toBe(1)
    expect(heldAmount()).toBeUndefined()
  })

  it('is animated first without instant mode, and until then only its stake is deducted', async () => {
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    const played = await readyPlay()
    played.play.bet()
    expect(heldAmount()).toBe(990n * COIN)
    await vi.waitFor(() => expect(played.play.stage.get().moving).toHaveLength(1))
    expect(shown(played)).toBeUndefined()
    expect(readSession('demo', 'dice').stats.bets).toBe(0)
    expect(heldAmount()).toBe(990n * COIN)
    await vi.waitFor(() => expect(shown(played)).toBeDefined())
    expect(played.play.stage.get().moving).toEqual([])
    expect(readSession('demo', 'dice').stats.bets).toBe(1)
    expect(heldAmount()).toBeUndefined()
  })

  it('is shown at once when the next bet follows', async () => {
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    const played = await readyPlay()
    played.play.bet()
    await vi.waitFor(() => expect(played.play.stage.get().moving).toHaveLength(1))
    const [first] = played.play.stage.get().moving
    played.play.bet()
    await vi.waitFor(() => expect(shown(played)?.id).toBe(first?.id))
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBe(2))
    expect(heldAmount()).toBeUndefined()
  })

  it('keeps earlier bets moving in a game that shows several', async () => {
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    const played = await readyPlay(true)
    played.play.bet()
    await vi.waitFor(() => expect(played.play.stage.get().moving).toHaveLength(1))
    played.play.bet()
    await vi.waitFor(() => expect(played.play.stage.get().moving).toHaveLength(2))
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBe(2))
  })

  it('is shown when the player leaves the screen', async () => {
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    const played = await readyPlay()
    played.play.bet()
    await vi.waitFor(() => expect(played.play.stage.get().moving).toHaveLength(1))
    played.play.leave()
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBe(1))
  })

  it('of free rounds carries their id and takes nothing from the balance; without any left nothing is bet', async () => {
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    const { engine, play } = await readyPlay()
    const place = vi.spyOn(engine, 'place')
    play.freeRound.set('none')
    play.bet()
    expect(place).not.toHaveBeenCalled()
    const params = { side: 'under', target: 2_000 } as const
    play.freeRound.set({ id: '7', params, stake: 5n })
    play.bet()
    expect(place).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ free: '7', params, stake: 5n }))
    expect(heldAmount()).toBeUndefined()
    await vi.waitFor(() => expect(play.isPlacing.get()).toBe(false))
    play.freeRound.set(undefined)
    play.bet()
    expect(place).toHaveBeenLastCalledWith(expect.objectContaining({ free: undefined, stake: 10n * COIN }))
    play.leave()
  })

  it('changes nothing when it is refused, and says why', async () => {
    const { engine, play } = await readyPlay()
    vi.spyOn(engine, 'place').mockRejectedValueOnce(new Error('the disk is full'))
    playPreferences.choices = { ...playPreferences.choices, instant: false }
    play.bet()
    await vi.waitFor(() => expect(play.problem.get()?.code).toBe('storage_failed'))
    expect(heldAmount()).toBeUndefined()
    expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
    play.setStakeText('5')
    expect(play.problem.get()).toBeUndefined()
  })
})

describe('a second tap', () => {
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

  it('places no bet on the button that was Refill', async () => {
    const { engine, play } = await readyPlay()
    await play.refill()
    play.bet()
    await settled()
    expect(engine.seeds.current.get()?.nonce).toBe(0)
  })

  it('places no bet on the button that was Stop', async () => {
    const { play } = await readyPlay()
    play.beginAutoPlay(endlessAutoPlay(COIN), startAutoPlay)
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBeGreaterThan(0))
    play.stopAutoPlay()
    await vi.waitFor(() => expect(play.isAutoPlaying() || play.isPlacing.get()).toBe(false))
    // A bet in flight at the stop still counts.
    await settled()
    const { bets } = readSession('demo', 'dice').stats
    play.bet()
    await settled()
    expect(readSession('demo', 'dice').stats.bets).toBe(bets)
    await new Promise((resolve) => setTimeout(resolve, 400))
    play.bet()
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBe(bets + 1))
  })
})

describe('the stake', () => {
  it('is halved, doubled and set to the most that can be bet', async () => {
    const { play } = await readyPlay()
    const after = (change: 'half' | 'double' | 'max') => {
      play.changeStake(change)
      return play.stakeText.get()
    }
    expect(after('half')).toBe('5.00')
    expect(after('double')).toBe('10.00')
    expect(after('max')).toBe('1000.00')
    play.setStakeText('nothing')
    expect(after('double')).toBe('0.02')
  })

  it('needs a confirmation when it is far above the usual', async () => {
    const { engine, play } = await readyPlay()
    play.setStakeText('600')
    play.bet()
    expect(play.question.get()).toMatchObject({ stake: 600n * COIN, warning: 'large' })
    play.answerQuestion(false)
    expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
    expect(play.question.get()).toBeUndefined()

    play.bet()
    play.answerQuestion(true)
    await vi.waitFor(() => expect(readSession('demo', 'dice').stats.bets).toBe(1))
    play.setStakeText('300')
    play.bet()
    expect(play.question.get()).toBeUndefined()
  })

  it('needs one confirmation when set by Max, and none after it has changed', async () => {
    const { engine, play } = await readyPlay()
    const bets = () => engine.seeds.current.get()?.nonce
    const settled = (count: number) =>
      vi.waitFor(() => expect(play.stage.get().shown?.seeds.nonce).toBe(count - 1))
    // At this high multiplier the largest bet is far below a quarter of the balance.
    play.setParams({ side: 'under', target: 2 })
    play.changeStake('max')
    play.changeStake('half')
    play.bet()
    expect(play.question.get()).toBeUndefined()
    await settled(1)
    play.changeStake('max')
    play.bet()
    const asked = play.question.get()
    expect(asked).toMatchObject({ stake: play.maxStake(), warning: 'max' })
    expect(bets()).toBe(1)
    play.answerQuestion(true)
    await settled(2)
    play.changeStake('half')
    play.bet()
    expect(play.question.get()).toBeUndefined()
    await settled(3)
  })

  it('is not bet when it is invalid', async () => {
    const { engine, play } = await readyPlay()
    for (const text of ['', 'x', '0.001', '1000.01', '20000']) {
      play.setStakeText(text)
      play.bet()
    }
    await Promise.resolve()
    expect(engine.seeds.current.get()?.nonce).toBe(0)
  })
})

describe('auto-play', () => {
  it('bets with the parameters of the screen, one bet after the other', async () => {
    const { play } = await readyPlay()
    const settings = { ...endlessAutoPlay(COIN), count: 3 }
    play.beginAutoPlay(settings, startAutoPlay)
    expect(play.isAutoPlaying()).toBe(true)
    play.bet()
    await vi.waitFor(() => expect(play.isAutoPlaying()).toBe(false), { timeout: 5_000 })
    expect(readSession('demo', 'dice').stats).toMatchObject({ bets: 3, wagered: 3n * COIN })
  })
})
