import { useLingui } from '@lingui/react/macro'
import type { LogLine } from '#contract/operator/log.ts'

/** Anybody may say any name at the command line, so its lines say whose machine it was. */
export function useWho() {
  const { t } = useLingui()
  return ({ by, machineUser }: Pick<LogLine, 'by' | 'machineUser'>): string =>
    machineUser === null ? by : t`${by}, command line (${machineUser})`
}
