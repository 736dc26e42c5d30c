/**
 * Something the operator can put right before Koi can start. `message` is one sentence made for a person:
 * it is printed as it is, without a stack, and the process ends with a code other than 0.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
