import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { useHoldReload } from '#lib/use-hold-reload.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { CodeList } from '#ui/CodeList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'
import styles from './security.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shown only once; the page continues after the player confirms that they have stored the codes. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui()
  const copy = useCopy()
  const [isKept, setIsKept] = useState(false)
  const [isMissed, setIsMissed] = useState(false)
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  useHoldReload(true)
  const text = codes.join('\n')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isKept) onKept()
    else setIsMissed(true)
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Heading level={2} ref={ref} tabIndex={-1}>
        <Trans>Your recovery codes</Trans>
      </Heading>
      <Text tone="muted">
        <Trans>
          If you do not have your phone, each code logs you in once. You see them only now, so save them with
          your passwords.
        </Trans>
      </Text>
      <Card>
        <CodeList codes={codes} className={styles.codes} data-testid="recovery-codes" />
      </Card>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          size="sm"
          icon={<Copy aria-hidden size={17} />}
          onClick={() => void copy(text, t`Recovery codes copied`)}
        >
          <Trans>Copy</Trans>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden size={17} />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'koi-recovery-codes.txt')}
        >
          <Trans>Download</Trans>
        </Button>
      </div>
      <CheckboxField
        label={t`I have saved these codes`}
        checked={isKept}
        error={isMissed && !isKept ? t`Save the codes first, then tick this box` : undefined}
        onChange={(event) => setIsKept(event.target.checked)}
      />
      <div>
        <Button type="submit">
          <Trans>Done</Trans>
        </Button>
      </div>
    </form>
  )
}
