import { sign, verify, type KeyObject } from 'node:crypto'

export const SIGNATURE = 'X-Hub88-Signature'

export const signatureOf = (body: Buffer, key: KeyObject): string =>
  sign('RSA-SHA256', body, key).toString('base64')

export const isSignedBy = (key: KeyObject, body: Buffer, signature: string): boolean =>
  verify('RSA-SHA256', body, key, Buffer.from(signature, 'base64'))
