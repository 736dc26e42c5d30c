/** Input that cannot belong to a bet. The verifier shows the message: one plain English sentence. */
export class FairnessError extends Error {
  override name = 'FairnessError'
}
