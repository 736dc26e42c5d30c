/** Stands in a form that asks for a mailed code, and shows the code if the server sends no mail. */
export interface CodeNoticeProps {
  /** Mail address. */
  to: string
  purpose: 'register' | 'reset' | 'change'
  /** Fills the code into the form. */
  onCode: (code: string) => void
}
