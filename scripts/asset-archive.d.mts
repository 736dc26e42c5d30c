export function archiveAssets(out: string, nextClient: string, now?: number): void
