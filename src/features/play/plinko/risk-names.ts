import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlinkoRisk } from '#fair/plinko.ts'

export const RISK_NAMES: Record<PlinkoRisk, MessageDescriptor> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  expert: msg`Expert`,
}
