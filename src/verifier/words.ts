import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Finding } from './verify-file.ts'

export const say = (message: MessageDescriptor): string => i18n._(message)

export const number = (value: number): string => value.toLocaleString(i18n.locale)

export const FINDINGS: Readonly<Record<Finding['kind'], MessageDescriptor>> = {
  result: msg`The recorded result is not the one that the seeds give. Computed`,
  payment: msg`A bet was not paid as its result says`,
  unreadable: msg`This cannot be read`,
  signature: msg`Koi has not signed this`,
  key_unknown: msg`It is signed with a key that is not known`,
  chain: msg`The chain of receipts is broken`,
  absent: msg`Bets are missing: more were counted than there are`,
  missing: msg`Nothing signed says what a bet brought`,
  bet: msg`The receipt says something else than the bet`,
  crash: msg`A round of Crash is not what was fixed for it`,
  balance: msg`What moved does not add up`,
  seal: msg`A daily seal does not hold what it should`,
}
