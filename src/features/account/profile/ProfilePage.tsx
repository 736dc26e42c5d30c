import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { SessionEnded } from '#features/account/SessionEnded.tsx'
import { useStore } from '#lib/use-store.ts'
import { sessionRefused } from '#session/session-refused.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { KeptOnDevice } from './KeptOnDevice.tsx'
import { PlayerProfile } from './PlayerProfile.tsx'
import { VisitorCard } from './VisitorCard.tsx'

interface ProfilePageProps {
  /** How a player has all that is held about him as a file. */
  download: ReactNode
  /** Name of the chosen theme. */
  theme: string
  favouriteCount: number
  recentCount: number
}

/** Who the player is to Koi, and what this device keeps; a visitor's profile is the latter. */
export function ProfilePage({ download, ...kept }: ProfilePageProps) {
  const isVisitor = useAccountStatus() === 'signed-out'
  const isRefused = useStore(sessionRefused)
  return (
    <div className="grid grid-cols-1 gap-6 px-4 w-full max-w-160 mx-auto">
      {!isVisitor ? (
        <PlayerProfile download={download} />
      ) : isRefused ? (
        <SessionEnded from="/profile" level={1} />
      ) : (
        <VisitorCard />
      )}
      <KeptOnDevice {...kept} />
      <Link to="/settings" className={listRowClass()}>
        <ListRowContent
          icon={<Settings aria-hidden size={21} />}
          title={<Trans>Settings</Trans>}
          subtitle={<Trans>Change or clear what is kept</Trans>}
          trailing={<ChevronRight aria-hidden size={18} />}
        />
      </Link>
    </div>
  )
}
