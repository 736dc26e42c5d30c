import { Trans, useLingui } from '@lingui/react/macro'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/Switch.tsx'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'

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
          description={t`A few soft tones for wins and losses.`}
          checked={choices.sound}
          onChange={(sound) => changePlayPreferences({ sound })}
        />
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
