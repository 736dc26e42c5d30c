export function isNodeNewEnough(version: string): boolean
export function requireNode(version?: string): void
export function isImage(root?: string): boolean
export function isInstalled(root?: string): boolean
export function ensureInstall(options?: {
  root?: string
  keepStdoutClean?: boolean
  log?: (line: string) => void
}): void
