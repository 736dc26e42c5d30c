export function ensureBuild(options?: { log?: (text: string) => void }): string
