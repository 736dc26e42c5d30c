/** The middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number

/** Rows as text with aligned columns; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string
export function p95(numbers: readonly number[]): number
