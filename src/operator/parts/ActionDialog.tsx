import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { ApiError } from '#api/api-error.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { usePasskeyWords } from './use-passkey-words.ts'

const WHY_AT_MOST = 500

interface ActionDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The words of the button that does it. */
  confirm: string
  isDangerous?: boolean
  /** Says what will happen, and has the fields. */
  children?: ReactNode
  /** Called with the reason that the log keeps. */
  run: (why: string) => Promise<unknown>
  onDone?: () => void
}

/** Asks for the reason of an action, and does it. */
export function ActionDialog(props: ActionDialogProps) {
  const { open, onClose, title } = props
  return (
    <Overlay open={open} onClose={onClose} placement="bottom" title={title}>
      <ActionForm {...props} />
    </Overlay>
  )
}

function ActionForm({ onClose, confirm, isDangerous = false, children, run, onDone }: ActionDialogProps) {
  const { t } = useLingui()
  const passkeyWords = usePasskeyWords()
  const id = useId()
  const [why, setWhy] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const action = useAction({
    run,
    onSuccess: () => {
      onClose()
      onDone?.()
    },
  })
  const { error } = action
  return (
    <form
      className="grid grid-cols-1 gap-4 px-4 pb-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isEmpty = why.trim() === ''
        setIsMissing(isEmpty)
        if (isEmpty) document.getElementById(id)?.focus()
        else action.run(why.trim())
      }}
    >
      {children}
      <TextAreaField
        id={id}
        label={t`Reason`}
        hint={t`The log keeps it with your name.`}
        error={isMissing && why.trim() === '' ? t`Say why. Others will read it in the log.` : undefined}
        required
        rows={2}
        maxLength={WHY_AT_MOST}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <FormError>{error === undefined ? undefined : passkeyWords(error)}</FormError>
      {error instanceof ApiError && error.kind === 'http' && error.status < 500 ? (
        <Text size={3} tone="muted">
          <Trans>The server says: {ph({ message: error.message })}</Trans>
        </Text>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} loading={action.isRunning}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
