import * as v from 'valibot'

/** Address of an EVM account, in lower case: its checksum's capitals are for readers, not for comparing. */
export const EvmAddressSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), v.toLowerCase())
