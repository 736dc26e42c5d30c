import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import '#i18n/money-answers.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { CodeBox } from '#ui/CodeBox.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { DemoIntro } from './DemoIntro.tsx'
import { callMock, MOCK_PATHS, type MockPath } from './mock-calls.ts'
import type { MockScenario } from './mock-fetch.ts'

/** At 200% text it would be wider than a phone. */
const LONG_KEY = /[\w-]{20,}$/

interface ScenarioText {
  scenario: MockScenario
  title: MessageDescriptor
  detail: MessageDescriptor
}

/** In the order of the choices. */
const MOCK_SCENARIO_TEXTS: readonly ScenarioText[] = [
  { scenario: 'ok', title: msg`Answers`, detail: msg`As the contract says` },
  { scenario: 'slow', title: msg`Takes 7 seconds`, detail: msg`The client gives up after 6` },
  { scenario: 'forbidden', title: msg`Refuses`, detail: msg`403, shown as a red toast` },
  { scenario: 'dead-token', title: msg`Rejects the token`, detail: msg`401 with isLogin, shown as a toast` },
  { scenario: 'internal', title: msg`Breaks`, detail: msg`500 with an error body` },
  { scenario: 'malformed', title: msg`Breaks the contract`, detail: msg`200 with another shape` },
  { scenario: 'offline', title: msg`Is not there`, detail: msg`The network fails` },
]

/** Runs the API client on contract fixtures: every call, and every way it can end. */
export function MockDemo() {
  const { t, i18n } = useLingui()
  const [path, setPath] = useState<MockPath>('/coins')
  const [scenario, setScenario] = useState<MockScenario>('ok')
  const [outcome, setOutcome] = useState<MockOutcome>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setOutcome({ status: 'waiting' })
    const result = await callMock(path, scenario, controller.signal, {
      onForbidden: (message) => toast({ message }),
      onDeadToken: () => toast({ message: t`Authorization verification failed` }),
    }).then(
      (data): MockOutcome => ({ status: 'answered', data }),
      (error: unknown): MockOutcome => ({ status: 'failed', error }),
    )
    if (!controller.signal.aborted) setOutcome(result)
  }
  return (
    <div className="grid gap-5 px-4 max-w-180">
      <DemoIntro title={<Trans>Mock answers</Trans>}>
        <Trans>
          The app calls prepared answers instead of a server, so you can see every answer and every failure.
          Nothing leaves this page.
        </Trans>
      </DemoIntro>
      <MockPathChooser value={path} onChange={setPath} />
      <RadioList
        label={t`What the server does`}
        value={scenario}
        onChange={setScenario}
        options={MOCK_SCENARIO_TEXTS.map(({ scenario: value, title, detail }) => ({
          value,
          title: i18n._(title),
          description: i18n._(detail),
        }))}
      />
      <Button loading={outcome.status === 'waiting'} onClick={() => void run()}>
        <Trans>Make the call</Trans>
      </Button>
      <MockAnswer outcome={outcome} />
    </div>
  )
}

interface MockPathChooserProps {
  value: MockPath
  onChange: (path: MockPath) => void
}

function MockPathChooser({ value, onChange }: MockPathChooserProps) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`Call`} className="flex flex-wrap gap-2">
      {MOCK_PATHS.map((path) => (
        <Chip key={path} selected={path === value} onClick={() => onChange(path)}>
          {path.replace(LONG_KEY, '…')}
        </Chip>
      ))}
    </div>
  )
}

type MockOutcome =
  | { status: 'idle' }
  | { status: 'waiting' }
  | { status: 'answered'; data: unknown }
  | { status: 'failed'; error: unknown }

/** The caller's result: the parsed data, or the error by name with its sentence for players. */
function MockAnswer({ outcome }: { outcome: MockOutcome }) {
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
