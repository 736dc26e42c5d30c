import * as v from 'valibot'
import { withChecksum } from '#contract/evm-checksum.ts'
import { EvmAddressSchema, type EvmAddress, type ShownEvmAddress } from '#contract/values.ts'

/** A text of a test as the address that it is. */
export const evmAddress = (text: string): EvmAddress => v.parse(EvmAddressSchema, text)

/** The same as a server shows it, and a wallet. */
export const shownAddress = (text: string): ShownEvmAddress => withChecksum(evmAddress(text))
