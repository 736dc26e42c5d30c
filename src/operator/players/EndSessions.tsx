import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { endPlayerSessions, getPlayer } from '#contract/operator/players.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { api } from '#operator/session/api.ts'
import { toast } from '#ui/toast.ts'

interface EndSessionsProps {
  uid: string
  open: boolean
  onClose: () => void
}

export function EndSessions({ uid, open, onClose }: EndSessionsProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={t`End all sessions`}
      confirm={t`End all sessions`}
      isDangerous
      run={async (why) => {
        const { ended } = await api.call(endPlayerSessions, { params: { uid }, body: { why } })
        toast({ message: t`Sessions ended: ${ended}`, tone: 'success' })
        await queries.invalidateQueries({ queryKey: [getPlayer.path] })
      }}
    >
      <p>
        <Trans>The player is logged out on every device, and must log in again. Money and bets stay.</Trans>
      </p>
    </ActionDialog>
  )
}
