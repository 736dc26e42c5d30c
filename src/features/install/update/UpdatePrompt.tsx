import { Trans } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { isReloadHeld } from '#lib/reload-guard.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { floatingBarClass } from '#ui/floating-bar-class.ts'
import { Text } from '#ui/Text.tsx'
import styles from './update-prompt.module.css'
import { dismissUpdate, reloadToUpdate } from './update.actions.ts'
import { update } from './update.state.ts'

/** Offers the newer release; hidden while a reload would lose a form or a bet. */
export function UpdatePrompt() {
  const { state } = useSnapshot(update)
  const isHeld = useStore(isReloadHeld)
  const isReloading = state.status === 'reloading'
  const isOffered = (state.status === 'waiting' || state.status === 'taken-over') && !state.isDismissed
  return (
    <div role="status">
      {isReloading || (isOffered && !isHeld) ? (
        <div className={`${floatingBarClass} ${styles.bar}`}>
          <div className={styles.text}>
            <Text size={3} weight={650}>
              <Trans>A new version of Koi is here.</Trans>
            </Text>
          </div>
          <div className={styles.actions}>
            <Button variant="ghost" size="sm" disabled={isReloading} onClick={dismissUpdate}>
              <Trans>Later</Trans>
            </Button>
            <Button size="sm" loading={isReloading} onClick={reloadToUpdate}>
              <Trans>Reload</Trans>
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
