import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { crashPointAt } from '#rules/crash/crash-curve.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashPlay } from './crash-play.ts'
import { unitsOf } from './crash-units.ts'
import { ownResult } from './own-result.ts'

/** Every half multiplier is said, */
const EVERY_POINTS = 50
/** and none so soon after another: later in a round the halves come faster than they can be heard. */
const PAUSE_MS = 1_000
const LOOK_MS = 100

/** Says where the curve stands, what a cash-out has paid and how the round ended, each once and politely. */
export function CrashAnnouncer({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const { coins, hundredths } = usePlayFormat()
  const coin = useCoin()
  const region = useRef<HTMLParagraphElement>(null)
  const view = useStore(play.table.view)
  const round = view?.round
  const isRunning = round?.status === 'running'
  const startAt = round?.startAt ?? null

  const say = (words: string) => {
    if (region.current) region.current.textContent = words
  }
  const sayPoint = (point: number) => {
    const reached = hundredths(point)
    say(`${reached}×`)
  }
  /** What has been said: cash-outs, the end of a round, and what the player's own bets in one came to. */
  const said = useRef<{
    cashOuts: ReadonlySet<string>
    over: string | undefined
    result: string | undefined
  }>(undefined)
  const sayNews = () => {
    if (!view || !coin) return
    const taken = view.mine.flatMap(({ id, cashOuts }) =>
      cashOuts.map((cashOut, index) => ({ ...cashOut, name: `${id} ${index}` })),
    )
    const isOver = view.round.point !== null || view.round.status === 'void'
    // With a balance it is known a moment after the end.
    const result = ownResult(view, play.engine)
    const before = said.current
    said.current = {
      cashOuts: new Set(taken.map(({ name }) => name)),
      over: isOver ? view.round.id : before?.over,
      result: result?.round ?? before?.result,
    }
    // What the screen begins with is no news.
    if (!before) return
    const sentences: string[] = []
    for (const { name, multiplier, payout } of taken) {
      if (before.cashOuts.has(name)) continue
      const at = hundredths(Math.round(multiplier * 100))
      const sum = coins(unitsOf(payout, play.engine), coin)
      sentences.push(t`Cashed out at ${at}×: ${sum}.`)
    }
    if (isOver && before.over !== view.round.id) {
      const end = view.round.point === null ? undefined : hundredths(Math.round(view.round.point * 100))
      const { game } = view.round
      sentences.push(
        end === undefined
          ? t`Game ${game} is void, all stakes are back.`
          : t`Game ${game} crashed at ${end}×.`,
      )
    }
    if (result && before.result !== result.round && result.payout < result.stake) {
      const lost = coins(result.stake - result.payout, coin)
      sentences.push(t`You lost ${lost}.`)
    }
    if (sentences.length > 0) say(sentences.join(' '))
  }
  const latest = useRef({ sayPoint, sayNews })
  useEffect(() => {
    latest.current = { sayPoint, sayNews }
  })
  useEffect(() => latest.current.sayNews(), [view])
  useEffect(() => {
    if (!isRunning || startAt === null) return
    let next = 100 + EVERY_POINTS
    let saidAt = -Infinity
    const timer = setInterval(() => {
      const point = crashPointAt(Math.max(0, play.table.now() - startAt))
      if (point < next) return
      const reached = point - (point % EVERY_POINTS)
      next = reached + EVERY_POINTS
      const now = performance.now()
      if (now - saidAt < PAUSE_MS) return
      saidAt = now
      latest.current.sayPoint(reached)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [play, isRunning, startAt])
  return <p ref={region} role="status" className="sr-only" data-testid="play-announcement" />
}
