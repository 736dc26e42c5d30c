import { ageOf } from '#lib/age.ts'
import { draftNameOf, readDraft, removeDraft, writeDraft } from '#session/form-draft.ts'
import { currentUser } from '#session/user.state.ts'

const NONE = { email: '', sentAt: '', worksFor: '' }
const nameOf = () => draftNameOf(currentUser.get().uid, 'email-change-sent')

/** The new address that waits for its code. Stored, because the player reads the mail in another app. */
export function readSentTo(): string | null {
  const { email, sentAt, worksFor } = readDraft(nameOf(), NONE, [])
  const isOpen = ageOf(Number(sentAt)) < Number(worksFor)
  return typeof email === 'string' && email !== '' && isOpen ? email : null
}

/** Stores it for as long as the code is valid. */
export function keepSentTo(email: string, expiresInS: number): void {
  writeDraft(nameOf(), { email, sentAt: `${Date.now()}`, worksFor: `${expiresInS * 1000}` }, NONE, [])
}

export function forgetSentTo(): void {
  removeDraft(nameOf())
}
