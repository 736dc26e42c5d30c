// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { EmailSchema, PasswordSchema } from '#contract/account-fields.ts'
import { isReloadHeld } from '#lib/reload-guard.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NOBODY, currentUser } from '#session/user.state.ts'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const schema = v.object({
  email: EmailSchema,
  password: PasswordSchema,
  isAdult: v.pipe(
    v.boolean(),
    v.check((isAdult) => isAdult, 'adult'),
  ),
})
const onSubmit = vi.fn<(values: unknown) => Promise<unknown>>()

const EMPTY = { email: '', password: '', isAdult: false }

function Form({ defaultValues = EMPTY }) {
  const { formProps, field, failure, isSubmitting } = useDraftForm({
    name: 'test',
    schema,
    defaultValues,
    secret: ['password'],
    fieldOfCode: { email_taken: 'email', break_active: 'email' },
    saidAs: { break_active: 'email_on_hold' },
    onSubmit,
  })
  return (
    <form {...formProps}>
      <TextField label="E-mail" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <CheckboxField label="Adult" {...field('isAdult')} />
      <FormError>{failure}</FormError>
      <button type="submit" aria-busy={isSubmitting}>
        Send
      </button>
    </form>
  )
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const adult = () => screen.getByLabelText<HTMLInputElement>('Adult')
const type = (input: HTMLElement, value: string) => fireEvent.input(input, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const draft = () => sessionStorage.getItem('draft:test')

function fillIn() {
  type(email(), ' Ann@Example.com ')
  type(password(), 'long enough')
  fireEvent.click(adult())
}

beforeEach(() => {
  sessionStorage.clear()
  onSubmit.mockReset().mockResolvedValue(undefined)
})

it('keeps entries for a reload, but no secrets, and holds back updates meanwhile', () => {
  const { unmount } = renderInEnglish(<Form />)
  expect(isReloadHeld.get()).toBe(false)
  fillIn()
  expect(isReloadHeld.get()).toBe(true)
  unmount()
  expect(isReloadHeld.get()).toBe(false)
  expect(JSON.parse(draft() ?? '')).toEqual({ email: ' Ann@Example.com ', isAdult: true })

  renderInEnglish(<Form />)
  expect([email().value, password().value, adult().checked]).toEqual([' Ann@Example.com ', '', true])
})

it.each(['', 'nonsense', '[]', '{"email":1,"isAdult":"yes","other":"x","password":"stolen"}'])(
  'starts empty from the draft %j',
  (stored) => {
    sessionStorage.setItem('draft:test', stored)
    renderInEnglish(<Form />)
    expect([email().value, password().value, adult().checked]).toEqual(['', '', false])
  },
)

it('shows errors beside their fields and focuses the first', async () => {
  renderInEnglish(<Form />)
  type(email(), 'ann@')
  send()
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(email())
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'This is not a complete e-mail address, such as you@example.com',
    'Please fill this in',
    'Koi is for adults: please confirm that you are 18 or older',
    '',
  ])
  expect(onSubmit).not.toHaveBeenCalled()
})

it('sends the parsed values once, however often it is submitted, and deletes the draft', async () => {
  let finish = () => {}
  onSubmit.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)))
  renderInEnglish(<Form />)
  fillIn()
  send()
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  send()
  finish()
  await waitFor(() => expect(draft()).toBeNull())
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    email: 'ann@example.com',
    password: 'long enough',
    isAdult: true,
  })
  await waitFor(() => expect(isReloadHeld.get()).toBe(false))
})

it('takes newer values from the server, but never replaces an edited field', () => {
  const values = (known: string) => ({ email: known, password: '', isAdult: false })
  const { rerender } = renderInEnglish(<Form defaultValues={values('stored@koi.example')} />)
  rerender(<Form defaultValues={values('new@koi.example')} />)
  expect(email().value).toBe('new@koi.example')
  expect(isReloadHeld.get()).toBe(false)
  type(email(), 'typed@koi.example')
  rerender(<Form defaultValues={values('newer@koi.example')} />)
  expect(email().value).toBe('typed@koi.example')
})

it('shows a server error at its field', async () => {
  onSubmit.mockRejectedValueOnce(new ApiError('http', 'x', { status: 409, code: 'email_taken' }))
  renderInEnglish(<Form />)
  fillIn()
  send()
  await screen.findByText(/Another account has this address/)
  expect(document.activeElement).toBe(email())

  onSubmit.mockRejectedValueOnce(new ApiError('http', 'x', { status: 409, code: 'break_active' }))
  send()
  await screen.findByText(/You cannot use this address now/)
  expect(document.activeElement).toBe(email())

  onSubmit.mockRejectedValueOnce(
    new ApiError('http', 'x', { status: 400, code: 'bad_request', fields: ['password', 'unheard-of'] }),
  )
  send()
  await screen.findByText('This does not fit here. Check it and try again.')
  expect(document.activeElement).toBe(password())
  expect(draft()).not.toBeNull()
})

it.each([
  [new ApiError('network', 'x'), /cannot be reached/],
  [new ApiError('http', 'x', { status: 429, code: 'rate_limited', retryAfterS: 31 }), /in 31 seconds/],
  [new ApiError('http', 'x', { status: 429, code: 'rate_limited', retryAfterS: 601 }), /in 11 minutes/],
  [new ApiError('http', 'x', { status: 429, code: 'rate_limited' }), /Wait a minute/],
  [new Error('bug'), /Something went wrong/],
])('shows a message for the whole form: %s', async (error, sentence) => {
  onSubmit.mockRejectedValueOnce(error)
  renderInEnglish(<Form />)
  fillIn()
  send()
  await screen.findByText(sentence)
  expect(password().value).toBe('long enough')
})

it('keeps the draft of an unfinished form', async () => {
  onSubmit.mockResolvedValue(false)
  renderInEnglish(<Form />)
  fillIn()
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(draft()).not.toBeNull()
})

it('sends what a password manager filled in without an event', async () => {
  onSubmit.mockResolvedValue(undefined)
  renderInEnglish(<Form />)
  fireEvent.click(adult())
  email().value = 'ann@example.com'
  password().value = 'long enough'
  send()
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({
      email: 'ann@example.com',
      password: 'long enough',
      isAdult: true,
    }),
  )
})

it('shows a draft only to the player who wrote it', () => {
  currentUser.set({ ...NOBODY, uid: 100_001 })
  const { unmount } = renderInEnglish(<Form />)
  type(email(), 'ann@')
  unmount()
  currentUser.set({ ...NOBODY, uid: 100_002 })
  const { unmount: leave } = renderInEnglish(<Form />)
  expect(email().value).toBe('')
  leave()
  currentUser.set({ ...NOBODY, uid: 100_001 })
  renderInEnglish(<Form />)
  expect(email().value).toBe('ann@')
  currentUser.set(NOBODY)
})
