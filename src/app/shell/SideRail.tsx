import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { usePanel } from '#app/panels.ts'
import { shellClass } from '#ui/shell/shell-class.ts'
import { SideMenuContent } from './SideMenuContent.tsx'
import styles from './shell.module.css'

/** Shown from 1024 px. */
export function SideRail() {
  const { t } = useLingui()
  const { open } = usePanel()
  return (
    <aside className={shellClass.rail} aria-label={t`Menu`}>
      <Link to="/" replace className={styles.railBrand} aria-label={t`Koi, to the lobby`}>
        <Wordmark />
      </Link>
      <SideMenuContent onOpenDeposit={() => open('deposit')} />
    </aside>
  )
}
