/** The part of EIP-1193 that Koi uses. Every answer comes from outside: parse it where it is used. */
export interface WalletProvider {
  request(args: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}
