import { describe, expect, it } from 'vitest'
import { playMinesRound } from '#features/play/mines/mines-auto-round.ts'
import type { RoundState } from '#features/play/play-engine.ts'
import { COIN, readyEngine } from './local-engines.ts'

describe('auto-play of Mines', () => {
  it('opens its tiles and cashes out, or ends with a mine', async () => {
    const engine = await readyEngine()
    for (let count = 0; count < 20; count += 1) {
      const states: RoundState[] = []
      const bet = await playMinesRound(engine, {
        params: { mines: 5 },
        stake: COIN,
        tiles: [3, 12, 21],
        show: (state) => states.push(state),
      })
      const isLost = bet.multiplier === 0
      expect(bet.opened).toEqual([3, 12, 21].slice(0, bet.opened.length))
      if (!isLost) expect(bet.opened).toHaveLength(3)
      expect(states.at(-1)).toEqual({ status: 'settled', bet })
      expect(states.slice(0, -1).every(({ status }) => status === 'open')).toBe(true)
      expect(engine.openRounds.get()).toEqual([])
    }
  })
})
