export function measuredRows(
  markdown: string,
): { what: string; budget: string; figures: string; command: string }[]
export function figuresOf(output: string): string | undefined
export function withFigures(markdown: string, command: string, figures: string): string
