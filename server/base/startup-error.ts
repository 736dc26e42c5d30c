/**
 * A problem that the operator can fix before Koi starts. `message` is one sentence for a person: it is printed
 * without a stack, and the process exits with a code other than 0.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
