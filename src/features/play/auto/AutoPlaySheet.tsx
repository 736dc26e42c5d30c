import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { AutoPlayControls, AutoPlayExtras } from './auto-play-controls.ts'
import { readAutoPlay, type AutoPlayField } from './auto-play-draft.ts'
import { autoPlayDraft } from './auto-play-draft.state.ts'
import { AutoPlayStakeRule } from './AutoPlayStakeRule.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import type { StakePlay } from '#features/play/stake/stake-play.ts'

interface AutoPlaySheetProps {
  isOpen: boolean
  onClose: () => void
  play: StakePlay & AutoPlayControls
  extras: AutoPlayExtras | undefined
}

const NO_EXTRAS: AutoPlayExtras = { fields: null, useProblem: () => undefined }
const STOPS = ['stopOnProfit', 'stopOnLoss', 'stopOnWin'] as const satisfies readonly AutoPlayField[]

/** How many bets, what changes after each, and what ends it. */
export function AutoPlaySheet({ isOpen, onClose, play, extras = NO_EXTRAS }: AutoPlaySheetProps) {
  // A screen's extras stay the same as long as it is there.
  const ownProblem = extras.useProblem()
  const { t } = useLingui()
  const draft = useSnapshot(autoPlayDraft)
  const entry = useStakeEntry(play)
  const coin = useCoin()
  const { coins } = usePlayFormat()
  const [isJudged, setIsJudged] = useState(false)
  if (!coin) return null

  const read = readAutoPlay(draft, entry.stake ?? 0n, coin.decimals)
  const isWrong = (field: AutoPlayField) =>
    isJudged && read.status === 'invalid' && read.fields.includes(field)
  const problem = entry.status === 'invalid' ? t`Enter a bet amount first` : ownProblem
  const start = () => {
    setIsJudged(true)
    if (read.status === 'invalid' || entry.status === 'invalid' || problem !== undefined) return
    play.beginAutoPlay(read.settings)
    // A question about the amount takes this sheet's place.
    if (!play.question.get()) onClose()
  }
  const stake = coins(entry.stake ?? 0n, coin)
  const stopLabels = {
    stopOnProfit: t`Stop at a profit of`,
    stopOnLoss: t`Stop at a loss of`,
    stopOnWin: t`Stop after a single win of`,
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
            onChange={(isEndless) => (autoPlayDraft.isEndless = isEndless)}
          />
          {draft.isEndless ? null : (
            <TextField
              label={t`Number of bets`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={draft.count}
              error={isWrong('count') ? t`Enter a number from 1 to 1,000,000.` : ''}
              onChange={(event) => (autoPlayDraft.count = event.target.value)}
            />
          )}
        </div>
        {extras.fields}
        <AutoPlayStakeRule
          label={t`After a win`}
          rule={draft.onWin}
          percent={draft.onWinRaise}
          isWrong={isWrong('onWinRaise')}
          onRule={(rule) => (autoPlayDraft.onWin = rule)}
          onPercent={(percent) => (autoPlayDraft.onWinRaise = percent)}
        />
        <AutoPlayStakeRule
          label={t`After a loss`}
          rule={draft.onLoss}
          percent={draft.onLossRaise}
          isWrong={isWrong('onLossRaise')}
          onRule={(rule) => (autoPlayDraft.onLoss = rule)}
          onPercent={(percent) => (autoPlayDraft.onLossRaise = percent)}
        />
        {STOPS.map((field) => (
          <TextField
            key={field}
            label={stopLabels[field]}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={t`Never`}
            trailing={coin.isDemo ? t`demo` : coin.symbol}
            value={draft[field]}
            error={isWrong(field) ? t`Enter an amount such as 25.00, or leave it empty.` : ''}
            onChange={(event) => (autoPlayDraft[field] = event.target.value)}
          />
        ))}
        <Text size={3} tone="muted">
          <Trans>It also stops when you leave the page or hide it.</Trans>
        </Text>
      </div>
    </Overlay>
  )
}
