export const SERVER_FLOORS: readonly (readonly string[])[]

export function judgeServerImport(from: string, target: string): string | undefined
