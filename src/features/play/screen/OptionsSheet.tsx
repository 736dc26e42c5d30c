import { Trans, useLingui } from '@lingui/react/macro'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Slider } from '#ui/Slider.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { playPreferences, type PlayPreferences } from '#features/play/session/play-preferences.state.ts'

interface OptionsSheetProps {
  isOpen: boolean
  onClose: () => void
  onKeys: () => void
  /** False in a game that cannot show results without animation. */
  hasInstant: boolean
  children?: ReactNode
}

/** These choices hold for every game on this device. */
export function OptionsSheet({ isOpen, onClose, onKeys, hasInstant, children }: OptionsSheetProps) {
  const { t } = useLingui()
  const { choices } = useSnapshot(playPreferences)
  const rules = usePlayRules()
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Options`}>
      <div className="grid gap-2">
        {rules.instant && hasInstant ? (
          <Switch
            label={t`Instant play`}
            description={t`Results show at once, without animation.`}
            checked={choices.instant}
            onChange={(instant) => changePlayPreferences({ instant })}
          />
        ) : null}
        <Switch
          label={t`Sound`}
          description={t`Soft tones of the games and their results.`}
          checked={choices.sound}
          onChange={(sound) => changePlayPreferences({ sound })}
        />
        {choices.sound ? <Volume volume={choices.volume} /> : null}
        <BigWins bigWins={choices.bigWins} />
        {'vibrate' in navigator ? (
          <Switch
            label={t`Vibration`}
            description={t`Wins are felt, if this device can vibrate.`}
            checked={choices.haptics}
            onChange={(haptics) => changePlayPreferences({ haptics })}
          />
        ) : null}
        {children}
        <Switch
          label={t`Quick keys`}
          description={t`With a keyboard, single keys bet and change the amount.`}
          checked={choices.quickKeys}
          onChange={(quickKeys) => changePlayPreferences({ quickKeys })}
        />
        <Button
          variant="secondary"
          className="mt-2"
          icon={<Keyboard aria-hidden size={18} />}
          onClick={onKeys}
        >
          <Trans>Show the keys</Trans>
        </Button>
      </div>
    </Overlay>
  )
}

function Volume({ volume }: Pick<PlayPreferences, 'volume'>) {
  const { t } = useLingui()
  const percent = Math.round(volume * 100)
  return (
    <label className="flex items-center gap-3 min-h-11">
      <Text as="span" size={3} tone="muted">
        <Trans>Volume</Trans>
      </Text>
      <Slider
        className="flex-1"
        share={volume}
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={t`${percent}%`}
        onChange={(event) => changePlayPreferences({ volume: Number(event.target.value) / 100 })}
      />
    </label>
  )
}

function BigWins({ bigWins }: Pick<PlayPreferences, 'bigWins'>) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2 py-2">
      <Text weight={650}>
        <Trans>Show a card for wins</Trans>
      </Text>
      <SegmentedControl
        label={t`Show a card for wins`}
        value={bigWins}
        onChange={(chosen) => changePlayPreferences({ bigWins: chosen })}
        options={[
          { value: '10', label: t`From 10×` },
          { value: '50', label: t`From 50×` },
          { value: 'never', label: t`Never` },
        ]}
      />
    </div>
  )
}
