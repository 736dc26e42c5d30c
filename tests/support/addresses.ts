import * as v from 'valibot'
import { withChecksum } from '#contract/evm-checksum.ts'
import { EvmAddressSchema, type EvmAddress, type ShownEvmAddress } from '#contract/values.ts'

export const evmAddress = (text: string): EvmAddress => v.parse(EvmAddressSchema, text)

/** With its checksum, as a server shows it. */
export const shownAddress = (text: string): ShownEvmAddress => withChecksum(evmAddress(text))
