import { draftNameOf, readDraft, removeDraft, writeDraft } from '#session/form-draft.ts'
import { currentUser } from '#session/user.state.ts'

const NONE = { email: '', until: '' }
const nameOf = () => draftNameOf(currentUser.get().uid, 'email-change-sent')

/** The new address that a code was sent to and that still waits for it: mail is read in another app. */
export function readSentTo(): string | null {
  const { email, until } = readDraft(nameOf(), NONE, [])
  const isOpen = typeof until === 'string' && Date.parse(until) > Date.now()
  return typeof email === 'string' && email !== '' && isOpen ? email : null
}

/** Remembers it for as long as the code works. */
export function keepSentTo(email: string, expiresInS: number): void {
  const until = new Date(Date.now() + expiresInS * 1000).toISOString()
  writeDraft(nameOf(), { email, until }, NONE, [])
}

export function forgetSentTo(): void {
  removeDraft(nameOf())
}
