export function journeysOf(
  files: readonly string[],
  specs: readonly string[],
): { journeys: string[]; unnamed: string[] }
export function lintedOf(files: readonly string[]): string[]
