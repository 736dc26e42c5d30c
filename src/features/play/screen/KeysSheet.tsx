import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Keycap } from '#ui/play/Keycap.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import styles from '#features/play/play.module.css'
import type { QuickKey } from './use-quick-keys.ts'

interface KeysSheetProps {
  isOpen: boolean
  onClose: () => void
  keys: readonly QuickKey[]
}

const ARROWS: Readonly<Record<string, string>> = { arrowup: '↑', arrowdown: '↓' }

export function KeysSheet({ isOpen, onClose, keys }: KeysSheetProps) {
  const { t } = useLingui()
  const { choices } = useSnapshot(playPreferences)
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Quick keys`}>
      <Switch
        label={t`Quick keys`}
        description={t`They do not work while you type or while a panel is open.`}
        checked={choices.quickKeys}
        onChange={(quickKeys) => changePlayPreferences({ quickKeys })}
      />
      <dl className={styles.keys}>
        {keys.map(({ key, label }) => (
          <div key={key} className={styles.keyRow}>
            <dt>
              <Keycap>{key === ' ' ? t`Space` : (ARROWS[key] ?? key.toUpperCase())}</Keycap>
            </dt>
            <Text as="dd" size={3}>
              {label}
            </Text>
          </div>
        ))}
      </dl>
    </Overlay>
  )
}
