export const chromiumArgs: string[]
export function findChromium(): string | undefined
export function ensureChromium(options?: { log?: (line: string) => void }): string
