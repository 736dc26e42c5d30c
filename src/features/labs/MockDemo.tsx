import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { toast } from '#ui/toast.ts'
import { DemoIntro } from './DemoIntro.tsx'
import { callMock, type MockPath } from './mock-calls.ts'
import type { MockScenario } from './mock-fetch.ts'
import { MOCK_SCENARIO_TEXTS } from './mock-scenario-texts.ts'
import { MockAnswer, type MockOutcome } from './MockAnswer.tsx'
import { MockPathChooser } from './MockPathChooser.tsx'

/** The API client against contract fixtures: every call, and every way it can end. */
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
