import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MockScenario } from './mock-fetch.ts'

interface ScenarioText {
  scenario: MockScenario
  title: MessageDescriptor
  detail: MessageDescriptor
}

/** What each scenario stands for, in the order they are offered. */
export const MOCK_SCENARIO_TEXTS: readonly ScenarioText[] = [
  { scenario: 'ok', title: msg`Answers`, detail: msg`As the contract says` },
  { scenario: 'slow', title: msg`Takes 7 seconds`, detail: msg`The client gives up after 6` },
  { scenario: 'forbidden', title: msg`Refuses`, detail: msg`403, shown as a red toast` },
  { scenario: 'dead-token', title: msg`Rejects the token`, detail: msg`401 with isLogin, shown as a toast` },
  { scenario: 'internal', title: msg`Breaks`, detail: msg`500 with an error body` },
  { scenario: 'malformed', title: msg`Breaks the contract`, detail: msg`200 with another shape` },
  { scenario: 'offline', title: msg`Is not there`, detail: msg`The network fails` },
]
