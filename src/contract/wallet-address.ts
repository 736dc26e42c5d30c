import * as v from 'valibot'

/** Address of an EVM account, in lower case: its checksum's capitals are for readers, not for comparing. */
export const EvmAddressSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), v.toLowerCase())

/** The same in an answer, with the capitals of its checksum (EIP-55): it is shown and copied as it is. */
export const ShownEvmAddressSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))

/** EIP-155 id of a chain. */
export const ChainIdSchema = v.pipe(v.number(), v.integer(), v.minValue(1))
