import { userInfo } from 'node:os'

/** Of the user of the machine; containers may have users without a name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
