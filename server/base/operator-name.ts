import { userInfo } from 'node:os'

/**
 * The user of this process. A service's user says little, so the person who became it through sudo stands before it:
 * `mei as koi`. Who sets that variable without sudo still shows with the own name behind it.
 */
export function operatorName(env: NodeJS.ProcessEnv = process.env): string {
  const person = env['SUDO_USER'] ?? ''
  return /^[^\s\p{C}]{1,64}$/u.test(person) ? `${person} as ${userOfProcess()}` : userOfProcess()
}

/** Containers may have users without a name. */
function userOfProcess(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
