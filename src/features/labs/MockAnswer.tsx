import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/api-error.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { CodeBox } from '#ui/CodeBox.tsx'
import '#i18n/money-answers.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

export type MockOutcome =
  | { status: 'idle' }
  | { status: 'waiting' }
  | { status: 'answered'; data: unknown }
  | { status: 'failed'; error: unknown }

/** What the caller got: the parsed data, or the error by name with its sentence for players. */
export function MockAnswer({ outcome }: { outcome: MockOutcome }) {
  const { t, i18n } = useLingui()
  return (
    <section aria-live="polite" aria-busy={outcome.status === 'waiting'} className="grid gap-2.5">
      {outcome.status === 'waiting' ? (
        <Text tone="muted">
          <Trans>Waiting for the answer …</Trans>
        </Text>
      ) : null}
      {outcome.status === 'answered' ? (
        <>
          <Heading level={2}>
            <Trans>Parsed answer</Trans>
          </Heading>
          <CodeBox label={t`Parsed answer`} text={JSON.stringify(outcome.data, null, 2)} />
        </>
      ) : null}
      {outcome.status === 'failed' ? (
        <>
          <Heading level={2}>
            <Trans>Error</Trans>
          </Heading>
          <Text>{i18n._(errorMessageOf(outcome.error))}</Text>
          {outcome.error instanceof ApiError ? (
            <DefinitionList
              facts={[
                { term: t`Kind`, value: outcome.error.kind },
                { term: t`Code`, value: outcome.error.code },
                {
                  term: t`HTTP status`,
                  value: outcome.error.status === 0 ? t`No answer` : outcome.error.status,
                },
                { term: t`Message`, value: outcome.error.message },
              ]}
            />
          ) : null}
        </>
      ) : null}
    </section>
  )
}
