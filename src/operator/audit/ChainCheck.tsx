import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { DataOf } from '#contract/endpoint.ts'
import { getLogCheck, startLogCheck } from '#contract/operator/log.ts'
import { operatorMessageOf } from '#i18n/operator-answers.ts'
import { useAction } from '#lib/use-action.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { api } from '#operator/session/api.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { FormError } from '#ui/FormError.tsx'

type Check = DataOf<typeof getLogCheck>

/** Asking writes no line to the log. */
const ASK_AGAIN_MS = 1_000

/** Has the whole log hashed again, and says whether it is what it was. */
export function ChainCheck() {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const asked = operatorQuery(getLogCheck)
  const { data: check } = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.running ? ASK_AGAIN_MS : false),
  })
  const action = useAction({
    run: () => api.call(startLogCheck),
    onSuccess: (started) => queries.setQueryData(asked.queryKey, started),
  })
  const running = check?.running ?? null
  return (
    <div className="grid gap-3">
      <div>
        <Button
          size="sm"
          variant="secondary"
          loading={action.isRunning || running !== null}
          onClick={() => action.run()}
        >
          <Trans>Check the chain of hashes</Trans>
        </Button>
      </div>
      <FormError>
        {action.error === undefined ? undefined : i18n._(operatorMessageOf(action.error))}
      </FormError>
      <div role="status" className="grid gap-3">
        {running ? <CheckProgress {...running} /> : null}
        {check?.hasFailed ? (
          <p>
            <Trans>The check did not come to its end. The server’s log says why.</Trans>
          </p>
        ) : null}
        {check?.last && !running ? <CheckResult found={check.last} /> : null}
      </div>
    </div>
  )
}

function CheckProgress({ checked, lines }: NonNullable<Check['running']>) {
  const { integer } = useConsoleFormat()
  return (
    <p>
      <Trans>
        {ph({ checked: integer(checked) })} of {ph({ lines: integer(lines) })} lines are checked.
      </Trans>
    </p>
  )
}

function CheckResult({ found: { at, lines, head, sealed, faults } }: { found: NonNullable<Check['last']> }) {
  const { t } = useLingui()
  const { integer } = useConsoleFormat()
  const isSound = faults.length === 0
  const Icon = isSound ? CircleCheck : TriangleAlert
  return (
    <Callout
      tone={isSound ? 'success' : 'danger'}
      icon={<Icon aria-hidden size={26} />}
      title={isSound ? t`The log is whole: ${ph({ lines: integer(lines) })} lines` : t`The log was changed`}
    >
      {faults.length > 0 ? (
        <ul lang="en">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      <p>
        <Trans>
          Checked: <Moment at={at} />
        </Trans>
      </p>
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
            The daily seal of {ph({ day: sealed.day })} has <Code text={sealed.head} isShort />
          </Trans>
        )}
      </p>
    </Callout>
  )
}
