export const chromiumArgs: string[]
export function findChromium(): string | undefined
export function findTestBrowser(): string | undefined
export function ensureChromium(): string
export function ensureTestBrowsers(): string
