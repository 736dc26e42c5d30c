import type { useEmailCode } from './use-email-code.ts'

/** What is used of a form with an e-mail address and its code. */
interface EmailForm {
  trigger: (field: 'email', options: { shouldFocus: boolean }) => Promise<boolean>
  getValues: (field: 'email') => string
  setFocus: (field: 'emailCode') => void
}

/** Sends a code to the form's address once that is one, and goes on to the code's field. */
export function useSendCode(
  form: EmailForm,
  emailCode: ReturnType<typeof useEmailCode>,
  setFailure: (error: unknown) => void,
) {
  return async () => {
    if (emailCode.isSending || emailCode.secondsLeft > 0) return
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    setFailure(undefined)
    try {
      await emailCode.send(form.getValues('email').trim())
      form.setFocus('emailCode')
    } catch (error) {
      setFailure(error)
    }
  }
}
