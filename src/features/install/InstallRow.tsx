import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, Download } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { installState } from './install.state.ts'

export function InstallRow() {
  const state = useStore(installState)
  if (state.status === 'installed') {
    return (
      <ListRow
        icon={<CircleCheck aria-hidden size={21} />}
        iconTone="jade"
        title={<Trans>Koi is installed</Trans>}
        subtitle={<Trans>It opens from your apps, online and offline.</Trans>}
      />
    )
  }
  return (
    <Link
      to="."
      search={(previous) => ({ ...previous, panel: 'install' })}
      state={(previous) => ({ ...previous, openedPanel: true })}
      resetScroll={false}
      className={listRowClass()}
    >
      <ListRowContent
        icon={<Download aria-hidden size={21} />}
        title={<Trans>Install Koi</Trans>}
        subtitle={<Trans>Opens from your apps, online and offline.</Trans>}
        trailing={<ChevronRight aria-hidden size={20} />}
      />
    </Link>
  )
}
