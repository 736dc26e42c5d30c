import { UNIT_DECIMALS } from './coin-rules.ts'
import type { KoiFile } from './koi-file.ts'
import { OPERATOR_DEFAULT } from './operator-config.ts'
import { maxPriceAgeOf } from './rate-config.ts'
import { amountOf } from './withdrawal-config.ts'

/** Settings for the number of operators who must approve a withdrawal. The console counts as the signer does. */
export interface VoteCounting {
  /** In the smallest unit of USDT: above it two operators must agree. */
  readonly fourEyes: bigint
  /** Older prices do not hold; null for fixed prices. */
  readonly maxPriceAgeMs: number | null
}

/** @throws StartupError */
export const voteCountingOf = (file: KoiFile, mode: 'practice' | 'live'): VoteCounting => ({
  fourEyes: amountOf(
    file.operator?.fourEyesUsd ?? OPERATOR_DEFAULT.fourEyesUsd,
    UNIT_DECIMALS,
    'operator.fourEyesUsd',
  ),
  maxPriceAgeMs: maxPriceAgeOf(file, mode),
})
