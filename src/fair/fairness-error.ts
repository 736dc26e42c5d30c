/** Input that no bet can have. The message is one plain English sentence for the verifier's reader. */
export class FairnessError extends Error {
  override name = 'FairnessError'
}
