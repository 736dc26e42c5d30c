import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { KenoRisk } from '#rules/keno/keno.ts'
import type { PlinkoRisk } from '#rules/plinko/plinko.ts'
import type { WheelRisk } from '#rules/wheel/wheel.ts'

export const RISK_NAMES: Record<PlinkoRisk | KenoRisk | WheelRisk, MessageDescriptor> = {
  classic: msg`Classic`,
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  expert: msg`Expert`,
}
