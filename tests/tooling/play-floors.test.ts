import { describe, expect, it } from 'vitest'
import { judgePlayImport, PLAY_FLOORS } from '../../build/eslint/play-floors.js'
import { importEdges } from './import-graph.ts'

const PLAY = 'src/features/play'

describe('the floors of play', () => {
  const forbidden: [from: string, target: string][] = [
    [`${PLAY}/play-engine.ts`, `${PLAY}/session/session-stats.ts`],
    [`${PLAY}/session/StatsSheet.tsx`, `${PLAY}/fairness/SeedRow.tsx`],
    [`${PLAY}/stake/stake-play.ts`, `${PLAY}/controller/play-controller.ts`],
    [`${PLAY}/auto/AutoPlaySheet.tsx`, `${PLAY}/screen/PlayScreen.tsx`],
    [`${PLAY}/screen/PlayScreen.tsx`, `${PLAY}/mines/MinesStage.tsx`],
    [`${PLAY}/screen/PlayScreen.tsx`, `${PLAY}/demo-engine/local-engine.ts`],
    [`${PLAY}/dice/DiceScreen.tsx`, `${PLAY}/limbo/LimboStage.tsx`],
    [`${PLAY}/dice/DiceScreen.tsx`, `${PLAY}/demo-engine/local-engine.ts`],
    [`${PLAY}/keno/KenoScreen.tsx`, `${PLAY}/provider/playable-games.ts`],
  ]
  it.each(forbidden)('%s may not import %s', (from, target) => {
    expect(judgePlayImport(from, target)).toEqual(expect.any(String))
  })

  const allowed: [from: string, target: string][] = [
    [`${PLAY}/session/StatsSheet.tsx`, `${PLAY}/use-coin.ts`],
    [`${PLAY}/controls/BetButton.tsx`, `${PLAY}/controller/play-controller.ts`],
    [`${PLAY}/keno/KenoScreen.tsx`, `${PLAY}/screen/PlayScreen.tsx`],
    [`${PLAY}/keno/KenoScreen.tsx`, `${PLAY}/keno/KenoStage.tsx`],
    [`${PLAY}/provider/DemoPlay.tsx`, `${PLAY}/demo-engine/local-engine.ts`],
    [`${PLAY}/play-engine.ts`, `${PLAY}/play-error.ts`],
    ['src/features/wallet/later-views.ts', 'src/features/wallet/modal/QrView.tsx'],
  ]
  it.each(allowed)('%s may import %s', (from, target) => {
    expect(judgePlayImport(from, target)).toBeUndefined()
  })

  it('name each folder once', () => {
    const names = PLAY_FLOORS.flat()
    expect(new Set(names).size).toBe(names.length)
  })

  it('hold for all imports, including types', () => {
    const edges = importEdges('src').filter(
      ({ from, to }) => from.startsWith(`${PLAY}/`) && to.startsWith(`${PLAY}/`),
    )
    expect(edges.length).toBeGreaterThan(400)
    expect(edges.map(({ from, to }) => judgePlayImport(from, to)).filter(Boolean)).toEqual([])
  })
})
