export interface CdpBrowser {
  /** Sends a command to the page. */
  page(method: string, params?: object): Promise<unknown>
  /** The value of an expression in the page; promises are awaited. */
  evaluate(expression: string): Promise<unknown>
  /** Closes as a player does, so that the profile is written. */
  close(): Promise<void>
}

/** Chromium, driven through a pipe, with only the protocol domains that a benchmark enables. */
export function openBrowser(options: { profileDir: string; args?: readonly string[] }): Promise<CdpBrowser>
