import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { inviteOperator, listOperators } from '#contract/operator/operators.ts'
import { ROLES, type Role } from '#contract/operator-roles.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { useRoleName } from '#operator/parts/use-role-name.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { api } from '#operator/session/api.ts'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'

interface InviteDialogProps {
  open: boolean
  onClose: () => void
}

export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const roleName = useRoleName()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('support')
  const [link, setLink] = useState<DataOf<typeof inviteOperator>>()
  const duties: Record<Role, string> = {
    support: t`Sees players and ends their sessions`,
    finance: t`Sees money, decides on withdrawals, gives promotions`,
    risk: t`Sees money, decides on withdrawals, pauses games and providers`,
    owner: t`May do everything, and invites operators`,
  }
  return (
    <>
      <ActionDialog
        open={open}
        onClose={onClose}
        title={t`Invite an operator`}
        confirm={t`Make the link`}
        run={async (why) => {
          setLink(await api.call(inviteOperator, { body: { name: name.trim(), role, why } }))
          setName('')
          await queries.invalidateQueries({ queryKey: [listOperators.path] })
        }}
      >
        <TextField
          label={t`Name`}
          hint={t`It stands in the log beside all that they do`}
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label={t`Role`}
          hint={duties[role]}
          value={role}
          options={ROLES.map((value) => ({ value, label: roleName(value) }))}
          onChange={({ target }) => setRole(ROLES.find((each) => each === target.value) ?? 'support')}
        />
      </ActionDialog>
      <InvitationLink link={link} onClose={() => setLink(undefined)} />
    </>
  )
}

interface InvitationLinkProps {
  /** Undefined while the dialog is closed. */
  link: DataOf<typeof inviteOperator> | undefined
  onClose: () => void
}

function InvitationLink({ link, onClose }: InvitationLinkProps) {
  const { t } = useLingui()
  const shown = useShownLast(link)
  if (!shown) return null
  return (
    <Overlay open={link !== undefined} onClose={onClose} placement="bottom" title={t`The invitation`}>
      <div className="grid gap-4 px-4 pb-4">
        <p>
          <Trans>
            Give this link to them in a way that nobody else reads. It is shown only now, and works once,
            until <Moment at={shown.until} />.
          </Trans>
        </p>
        <CopyableCode
          text={new URL(shown.path, window.location.origin).href}
          copyLabel={t`Copy the link`}
          copied={t`Link copied`}
        />
        <Button block variant="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Overlay>
  )
}
