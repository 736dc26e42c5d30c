import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { crashPointAt } from '#rules/crash.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { unitsOf, type CrashPlay } from './crash-play.ts'
import { ownResult } from './own-result.ts'

/** Every half multiplier is said, */
const EVERY_POINTS = 50
/** and none so soon after another: later in a round the halves come faster than they can be heard. */
const PAUSE_MS = 2_000
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
  /** Cash-outs of the round that have been said. */
  const said = useRef<{ round: string; cashOuts: number; isOver: boolean }>(undefined)
  const sayNews = () => {
    if (!view || !coin) return
    const mine = view.mine.filter((bet) => bet.round === view.round.id)
    const taken = mine.flatMap(({ cashOuts }) => cashOuts)
    const isOver = view.round.point !== null || view.round.status === 'void'
    const before = said.current
    said.current = { round: view.round.id, cashOuts: taken.length, isOver }
    // What the screen begins with is no news.
    if (!before) return
    const isSame = before.round === view.round.id
    const sentences: string[] = []
    if (isSame && taken.length > before.cashOuts) {
      for (const { multiplier, payout } of taken.slice(before.cashOuts)) {
        const at = hundredths(Math.round(multiplier * 100))
        const sum = coins(unitsOf(payout, play.engine), coin)
        sentences.push(t`Cashed out at ${at}×: ${sum}.`)
      }
    }
    if (isOver && !(isSame && before.isOver)) {
      const end = view.round.point === null ? undefined : hundredths(Math.round(view.round.point * 100))
      const { game } = view.round
      sentences.push(
        end === undefined
          ? t`Game ${game} is void, all stakes are back.`
          : t`Game ${game} crashed at ${end}×.`,
      )
      const result = ownResult(view, play.engine)
      if (result?.round === view.round.id && result.payout < result.stake) {
        const lost = coins(result.stake - result.payout, coin)
        sentences.push(t`You lost ${lost}.`)
      }
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
