/** The browser's question was closed, no passkey was found, or it could not be asked: nothing was sent. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused'
}
