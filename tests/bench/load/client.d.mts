export interface LoadAnswer {
  readonly status: number
  readonly ms: number
  readonly text: string
}

export interface LoadClient {
  call(
    method: string,
    path: string,
    options: { readonly token?: string; readonly from: string; readonly body?: unknown },
  ): Promise<LoadAnswer>
  close(): void
}

export function openClient(origin: string): LoadClient
