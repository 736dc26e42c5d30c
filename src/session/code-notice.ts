/** Where a form asks for a code that was mailed: what stands in for the mail where none is sent. */
export interface CodeNoticeProps {
  /** The address it was sent to. */
  to: string
  purpose: 'register' | 'reset' | 'change'
  /** Puts the code into the form. */
  onCode: (code: string) => void
}
