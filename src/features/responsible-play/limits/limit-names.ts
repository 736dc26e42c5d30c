import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LimitKind, LimitPeriod } from '#contract/responsible-play.ts'

export const KIND_NAMES: Record<LimitKind, { title: MessageDescriptor; meaning: MessageDescriptor }> = {
  deposit: { title: msg`Deposits`, meaning: msg`What you deposit` },
  loss: { title: msg`Losses`, meaning: msg`What you lose, minus what you win` },
  wager: { title: msg`Bets`, meaning: msg`All your bets, won or lost` },
}

export const PERIOD_NAMES: Record<LimitPeriod, MessageDescriptor> = {
  day: msg`A day`,
  week: msg`A week`,
  month: msg`A month`,
}

/** Such as "Deposits a week", for a sheet's title. */
export const LIMIT_TITLES: Record<`${LimitKind}-${LimitPeriod}`, MessageDescriptor> = {
  'deposit-day': msg`Deposits in a day`,
  'deposit-week': msg`Deposits in a week`,
  'deposit-month': msg`Deposits in a month`,
  'loss-day': msg`Losses in a day`,
  'loss-week': msg`Losses in a week`,
  'loss-month': msg`Losses in a month`,
  'wager-day': msg`Bets in a day`,
  'wager-week': msg`Bets in a week`,
  'wager-month': msg`Bets in a month`,
}
