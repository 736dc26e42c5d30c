export const PLAY_FLOORS: readonly (readonly string[])[]

export function judgePlayImport(from: string, target: string): string | undefined
