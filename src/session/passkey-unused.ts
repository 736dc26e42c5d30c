/** The player closed the browser's dialog, no passkey was found, or the dialog could not be shown. Nothing was sent. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused'
}
