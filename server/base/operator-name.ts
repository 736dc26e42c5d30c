import { userInfo } from 'node:os'

/** Containers may have users without a name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
