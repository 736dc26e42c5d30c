import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'

export const SYMBOL_NAMES: Record<PondSymbol, MessageDescriptor> = {
  koi: msg`koi`,
  lotus: msg`lotus`,
  lantern: msg`lantern`,
  coin: msg({ message: 'coin', context: 'symbol' }),
  frog: msg`frog`,
  dragonfly: msg`dragonfly`,
  'lily-pad': msg`lily pad`,
}
