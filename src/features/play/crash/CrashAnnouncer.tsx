import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { crashPointAt } from '#rules/crash/crash-curve.ts'
import { useAnnouncement } from '#features/play/screen/use-announcement.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashPlay } from './crash-play.ts'
import { unitsOf } from './crash-units.ts'
import { ownResult } from './own-result.ts'

/** Every half multiplier is announced, */
const EVERY_POINTS = 50
/** and none so soon after another: later in a round the halves come faster than they can be heard. */
const PAUSE_MS = 1_000
const LOOK_MS = 100

/** Says where the curve stands, what a cash-out has paid and how the round ended, each once and politely. */
export function CrashAnnouncer({ play }: { play: CrashPlay }) {
  const [region, say] = useAnnouncement()
  useSayPoints(play, say)
  useSayNews(play, say)
  return region
}

function useSayPoints({ table }: CrashPlay, say: (words: string) => void): void {
  const { hundredths } = usePlayFormat()
  const round = useStore(table.view)?.round
  const isRunning = round?.status === 'running'
  const startAt = round?.startAt ?? null
  const sayPoint = useEffectEvent((point: number) => say(`${hundredths(point)}×`))
  useEffect(() => {
    if (!isRunning || startAt === null) return
    let next = 100 + EVERY_POINTS
    let saidAt = -Infinity
    const timer = setInterval(() => {
      const point = crashPointAt(Math.max(0, table.now() - startAt))
      if (point < next) return
      const reached = point - (point % EVERY_POINTS)
      next = reached + EVERY_POINTS
      const now = performance.now()
      if (now - saidAt < PAUSE_MS) return
      saidAt = now
      sayPoint(reached)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [table, isRunning, startAt])
}

interface Said {
  readonly cashOuts: ReadonlySet<string>
  /** Id of the latest round whose end was said. */
  readonly over: string | undefined
  /** Id of the latest round of which the player's own result was said. */
  readonly result: string | undefined
}

function useSayNews({ table, engine }: CrashPlay, say: (words: string) => void): void {
  const { t } = useLingui()
  const { coins, hundredths } = usePlayFormat()
  const coin = useCoin()
  const view = useStore(table.view)
  const said = useRef<Said>(undefined)
  const sayNews = useEffectEvent(() => {
    if (!view || !coin) return
    const { round, mine } = view
    const taken = mine.flatMap(({ id, cashOuts }) =>
      cashOuts.map((cashOut, index) => ({ ...cashOut, name: `${id} ${index}` })),
    )
    const isOver = round.point !== null || round.status === 'void'
    // With a balance it is known a moment after the end.
    const result = ownResult(view, engine)
    const before = said.current
    said.current = {
      cashOuts: new Set(taken.map(({ name }) => name)),
      over: isOver ? round.id : before?.over,
      result: result?.id ?? before?.result,
    }
    // The screen begins with what is already known: that is no news.
    if (!before) return
    const sentences: string[] = []
    for (const { name, multiplier, payout } of taken) {
      if (before.cashOuts.has(name)) continue
      const at = hundredths(Math.round(multiplier * 100))
      const sum = coins(unitsOf(payout, engine), coin)
      sentences.push(t`Cashed out at ${at}×: ${sum}.`)
    }
    if (isOver && before.over !== round.id) {
      const end = round.point === null ? undefined : hundredths(Math.round(round.point * 100))
      const { game } = round
      sentences.push(
        end === undefined
          ? t`Game ${game} is void, all stakes are back.`
          : t`Game ${game} crashed at ${end}×.`,
      )
    }
    if (result && before.result !== result.id && result.payout < result.stake) {
      const lost = coins(result.stake - result.payout, coin)
      sentences.push(t`You lost ${lost}.`)
    }
    if (sentences.length > 0) say(sentences.join(' '))
  })
  useEffect(() => sayNews(), [view])
}
