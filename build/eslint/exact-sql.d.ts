export function inexactSqlIn(text: string): string | undefined
