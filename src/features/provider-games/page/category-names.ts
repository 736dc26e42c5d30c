import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProviderCategory, ProviderGame } from '#contract/provider-games.ts'

export const CATEGORY_NAMES: Readonly<Record<ProviderCategory, MessageDescriptor>> = {
  live: msg`Live Casino`,
  slots: msg`Slots`,
  shows: msg`Games show`,
}

export const VOLATILITY_NAMES: Readonly<Record<NonNullable<ProviderGame['volatility']>, MessageDescriptor>> =
  {
    low: msg`Low: small wins, often`,
    medium: msg`Medium`,
    high: msg`High: large wins, rarely`,
  }
