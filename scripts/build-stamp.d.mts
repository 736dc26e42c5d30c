export const INPUTS: readonly string[]
