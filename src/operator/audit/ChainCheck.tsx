import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { checkLog } from '#contract/operator/log.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { operatorMessageOf } from '#i18n/operator-answers.ts'
import { useAction } from '#lib/use-action.ts'
import { useState } from 'react'
import { Code } from '#operator/parts/Code.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { api } from '#operator/session/api.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { FormError } from '#ui/FormError.tsx'

type Check = DataOf<typeof checkLog>

/** Hashes the whole log again, and says whether it is what it was. */
export function ChainCheck() {
  const { i18n } = useLingui()
  const [check, setCheck] = useState<Check>()
  const action = useAction({ run: () => api.call(checkLog), onSuccess: setCheck })
  return (
    <div className="grid gap-3">
      <div>
        <Button size="sm" variant="secondary" loading={action.isRunning} onClick={() => action.run()}>
          <Trans>Check the chain of hashes</Trans>
        </Button>
      </div>
      <FormError>
        {action.error === undefined ? undefined : i18n._(operatorMessageOf(action.error))}
      </FormError>
      <div role="status">{check ? <CheckResult check={check} /> : null}</div>
    </div>
  )
}

function CheckResult({ check: { lines, head, sealed, faults } }: { check: Check }) {
  const { t } = useLingui()
  const { integer } = useConsoleFormat()
  const isSound = faults.length === 0
  const Icon = isSound ? CircleCheck : TriangleAlert
  return (
    <Callout
      tone={isSound ? 'success' : 'danger'}
      icon={<Icon aria-hidden size={26} />}
      title={isSound ? t`The log is whole: ${integer(lines)} lines` : t`The log was changed`}
    >
      {faults.length > 0 ? (
        <ul lang="en">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      {head === null ? null : (
        <p>
          <Trans>
            Head: <Code text={head} isShort />
          </Trans>
        </p>
      )}
      <p>
        {sealed === null ? (
          <Trans>No daily seal has a head of the log yet.</Trans>
        ) : (
          <Trans>
            The daily seal of {sealed.day} has <Code text={sealed.head} isShort />
          </Trans>
        )}
      </p>
    </Callout>
  )
}
