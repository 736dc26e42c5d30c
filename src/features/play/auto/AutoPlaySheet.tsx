import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import type { AutoPlayControls, AutoPlayExtras } from './auto-play-controls.ts'
import { readAutoPlay, type AutoPlayField } from './auto-play-draft.ts'
import styles from './auto-play.module.css'
import { startAutoPlay } from './auto-play-start.ts'
import { AutoPlayStakeRule } from './AutoPlayStakeRule.tsx'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { PlanPreviewCard } from './PlanPreviewCard.tsx'
import { useAutoPlayDraft } from './use-auto-play-draft.ts'
import type { BetGame, Coin } from '#features/play/play-engine.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import type { StakeFieldPlay } from '#features/play/stake/stake-play.ts'
import type { StakeAsking } from '#features/play/stake/stake-question.ts'

/** The plan begins with the amount, limits and parameters of this play. */
type AutoPlayForm = StakeFieldPlay &
  Pick<StakeAsking, 'question'> &
  AutoPlayControls & { readonly game: BetGame }

interface AutoPlaySheetProps {
  isOpen: boolean
  onClose: () => void
  play: AutoPlayForm
  extras: AutoPlayExtras | undefined
}

const NO_EXTRAS: AutoPlayExtras = {
  fields: null,
  useProblem: () => undefined,
  useRoundParams: () => undefined,
}
const STOPS = [
  'stopOnProfit',
  'stopOnLoss',
  'stopOnWin',
  'stakeCap',
] as const satisfies readonly AutoPlayField[]

export function AutoPlaySheet(props: AutoPlaySheetProps) {
  const coin = useCoin()
  return coin ? <Sheet {...props} coin={coin} /> : null
}

function Sheet({ isOpen, onClose, play, extras = NO_EXTRAS, coin }: AutoPlaySheetProps & { coin: Coin }) {
  // Hooks of an object: a screen never changes its extras.
  const ownProblem = extras.useProblem()
  const roundParams = extras.useRoundParams()
  const { t } = useLingui()
  const [draft, change] = useAutoPlayDraft(play.game, coin)
  const entry = useStakeEntry(play)
  const params = useStore(play.params)
  const limits = useStore(play.limits)
  const { coins } = usePlayFormat()
  const [isJudged, setIsJudged] = useState(false)

  const read = readAutoPlay(draft, entry.stake ?? 0n, coin)
  const isWrong = (field: AutoPlayField) =>
    isJudged && read.status === 'invalid' && read.fields.includes(field)
  const problem = entry.status === 'invalid' ? t`Enter a bet amount first` : ownProblem
  const isReady = read.status === 'valid' && problem === undefined
  const start = () => {
    setIsJudged(true)
    if (!isReady) return
    play.beginAutoPlay(read.settings, startAutoPlay)
    // A question about the amount opens in place of this sheet.
    if (!play.question.get()) onClose()
  }
  const balance = isOpen ? play.engine.balance.get()?.amount : undefined
  const plan =
    isReady && limits && balance !== undefined
      ? { game: play.game, params: roundParams ?? params, settings: read.settings, balance, limits }
      : undefined
  const stake = coins(entry.stake ?? 0n, coin)
  const unit = coin.isDemo ? t`demo` : coin.symbol
  const stopLabels = {
    stopOnProfit: t`Stop at a profit of`,
    stopOnLoss: t`Stop at a loss of`,
    stopOnWin: t`Stop after a single win of`,
    stakeCap: t`Stop before a bet above`,
  }
  const stopError = (field: (typeof STOPS)[number]) => {
    if (isWrong(field)) return t`Enter an amount such as 25.00, or leave it empty.`
    const isTooLow = isJudged && read.status === 'invalid' && read.tooLow.includes(field)
    return isTooLow ? t`This is below the first bet. Enter ${stake} or more.` : ''
  }
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`Auto-play`}
      footer={
        <Button block className={playFrameClass.action} aria-disabled={problem !== undefined} onClick={start}>
          {problem ?? t`Start with ${stake}`}
        </Button>
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-2">
          <Switch
            label={t`Until I stop`}
            checked={draft.isEndless}
            onChange={(isEndless) => change({ isEndless })}
          />
          {draft.isEndless ? null : (
            <NumberField
              label={t`Number of bets`}
              isWhole
              maxLength={9}
              value={draft.count}
              error={isWrong('count') ? t`Enter a number from 1 to 1,000,000.` : ''}
              onChange={(event) => change({ count: event.target.value })}
            />
          )}
        </div>
        {extras.fields}
        <AutoPlayStakeRule
          label={t`After a win`}
          rule={draft.onWin}
          percent={draft.onWinRaise}
          isWrong={isWrong('onWinRaise')}
          onRule={(onWin) => change({ onWin, ...takenBack(onWin, 'onLoss', draft.onLoss) })}
          onPercent={(onWinRaise) => change({ onWinRaise })}
        />
        <AutoPlayStakeRule
          label={t`After a loss`}
          rule={draft.onLoss}
          percent={draft.onLossRaise}
          isWrong={isWrong('onLossRaise')}
          onRule={(onLoss) => change({ onLoss, ...takenBack(onLoss, 'onWin', draft.onWin) })}
          onPercent={(onLossRaise) => change({ onLossRaise })}
        />
        <div className={styles.pairs}>
          {STOPS.map((field) => (
            <NumberField
              key={field}
              label={stopLabels[field]}
              maxLength={24}
              placeholder={t`Never`}
              trailing={unit}
              value={draft[field]}
              error={stopError(field)}
              onChange={(event) => change({ [field]: event.target.value })}
            />
          ))}
        </div>
        <ConditionsEditor
          conditions={draft.conditions}
          unit={unit}
          isWrong={isWrong}
          onChange={(next) => change(({ conditions }) => ({ conditions: next(conditions) }))}
        />
        <PlanPreviewCard plan={plan} coin={coin} />
        <Text size={3} tone="muted">
          <Trans>
            The plan does not change once it runs. It also stops when you leave the page or hide it, and runs
            in one tab at a time.
          </Trans>
        </Text>
      </div>
    </Overlay>
  )
}

/** A raise that is never taken back would only grow: the other side then resets, unless the player chose otherwise. */
function takenBack(rule: string, other: 'onWin' | 'onLoss', otherRule: string) {
  return rule === 'raise' && otherRule === 'keep' ? { [other]: 'reset' as const } : {}
}
