import { valibotResolver } from '@hookform/resolvers/valibot'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type Path,
  type PathValue,
} from 'react-hook-form'
import type * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import '#i18n/account-answers.ts'
import { errorMessage, errorMessageOf } from '#i18n/error-messages.ts'
import { fieldMessage } from '#i18n/field-messages.ts'
import { useHoldReload } from '#lib/use-hold-reload.ts'
import { draftNameOf, readDraft, removeDraft, writeDraft, type DraftValues } from './form-draft.ts'
import { currentUser } from './user.state.ts'

/** Type of the server's errors: their message is an error code of the API, not of the schema. */
const FROM_SERVER = 'server'
/** Show minutes above this many seconds, and hours above this many minutes. */
const SECONDS_UP_TO = 90
const MINUTES_UP_TO = 90

export interface DraftFormOptions<Values extends DraftValues, Parsed> {
  /** Name of the draft in the tab's storage. */
  name: string
  schema: v.GenericSchema<Values, Parsed>
  /** Last saved values; newer ones replace them in fields without entries. */
  defaultValues: Values
  /** Passwords and codes: never stored. */
  secret?: readonly (keyof Values & string)[]
  /** The field that an error code of the server belongs to, such as `email_taken`. */
  fieldOfCode?: Readonly<Partial<Record<string, keyof Values & string>>>
  /** Replaces a server's error code by the code of a field message that fits this form better. */
  saidAs?: Readonly<Partial<Record<string, string>>>
  /** Sends the parsed values. Resolves to `false` if the form is not finished: its draft then stays. */
  onSubmit: (values: Parsed) => Promise<unknown>
}

/**
 * A form that loses nothing: entries survive errors, reloads and language changes (secrets do not), delay an app
 * update, and are sent once however often the player submits. Errors stand beside their fields in the player's
 * language, with the first one focused; `failure` concerns the whole form.
 */
export function useDraftForm<Values extends DraftValues, Parsed>({
  name,
  schema,
  defaultValues,
  secret = [],
  fieldOfCode = {},
  saidAs = {},
  onSubmit,
}: DraftFormOptions<Values, Parsed>) {
  const { i18n } = useLingui()
  // A draft can outlive a log-out if its tab was closed or asleep: it belongs to one player only.
  const [owner] = useState(() => currentUser.get().uid)
  const draftName = draftNameOf(owner, name)
  const [saved, setSaved] = useState(defaultValues)
  const form = useForm<Values, unknown, Parsed & DraftValues>({
    // `readDraft` returns only the form's own keys and types.
    defaultValues: useState(() => ({
      ...defaultValues,
      ...readDraft(draftName, defaultValues, secret),
    }))[0] as DefaultValues<Values>,
    resolver: valibotResolver(schema as v.GenericSchema<Values, Parsed & DraftValues>),
    // The library focuses the field that rendered first, which need not be the first on the page.
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<unknown>()
  const [hasEntries, setHasEntries] = useState(false)
  useHoldReload(hasEntries)

  const secretNames = secret.join(' ')
  useEffect(() => {
    const follow = (values: DraftValues) => {
      setHasEntries(Object.keys(values).some((field) => values[field] !== saved[field]))
      writeDraft(draftName, values, saved, secretNames.split(' '))
    }
    follow(form.getValues())
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) })
  }, [form, draftName, saved, secretNames])

  /** Marks `values` (default: the current ones) as saved: removes the draft and allows reloads. */
  const markSaved = useCallback(
    (values: Values = form.getValues()) => {
      removeDraft(draftName)
      setSaved(values)
      form.reset(values)
      setFailure(undefined)
    },
    [draftName, form],
  )

  // Stored values are shown until the server answers; entries are never overwritten.
  const known = JSON.stringify(defaultValues)
  const shown = useRef(known)
  useEffect(() => {
    if (known === shown.current || hasEntries) return
    shown.current = known
    markSaved(JSON.parse(known) as Values)
  }, [known, hasEntries, markSaved])

  const isRunning = useRef(false)
  const send = async (values: Parsed) => {
    try {
      if ((await onSubmit(values)) === false) return
      removeDraft(draftName)
      setSaved(form.getValues())
    } catch (error) {
      const fields = fieldsOf(error)
      for (const [index, field] of fields.entries()) {
        const code = error instanceof ApiError ? error.code : ''
        const said = saidAs[code]
        const problem = said === undefined ? { type: FROM_SERVER, message: code } : { message: said }
        form.setError(field, problem, { shouldFocus: index === 0 })
      }
      if (fields.length === 0) setFailure(error)
    }
  }
  const fieldsOf = (error: unknown): Path<Values>[] => {
    if (!(error instanceof ApiError)) return []
    const named = fieldOfCode[error.code]
    const candidates: readonly string[] = named === undefined ? error.fields : [named]
    return candidates.filter((field): field is Path<Values> => Object.hasOwn(defaultValues, field))
  }
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    if (event) takeFilledIn(event.currentTarget)
    try {
      await form.handleSubmit(send, focusFirst)()
    } finally {
      isRunning.current = false
    }
  }

  /** Some password managers set values without an event. */
  const takeFilledIn = (element: EventTarget) => {
    if (!(element instanceof HTMLFormElement)) return
    const values: DraftValues = form.getValues()
    for (const input of element.querySelectorAll('input')) {
      const held = values[input.name]
      if (typeof held === 'string' && held !== input.value) {
        form.setValue(input.name as Path<Values>, input.value as PathValue<Values, Path<Values>>)
      }
    }
  }

  const errorText = (error: FieldError | undefined) => {
    if (!error) return undefined
    const code = error.message ?? ''
    const isGeneral = error.type !== FROM_SERVER || code === 'bad_request'
    return i18n._(isGeneral ? fieldMessage(code) : errorMessage(code))
  }
  const failureText = () => {
    if (failure === undefined) return undefined
    if (!(failure instanceof ApiError) || failure.code !== 'rate_limited' || !failure.retryAfterS) {
      return i18n._(errorMessageOf(failure))
    }
    const seconds = failure.retryAfterS
    const minutes = Math.ceil(seconds / 60)
    const hours = Math.ceil(minutes / 60)
    if (minutes > MINUTES_UP_TO) {
      return plural(hours, {
        one: 'Too many tries. Try again in # hour.',
        other: 'Too many tries. Try again in # hours.',
      })
    }
    return seconds <= SECONDS_UP_TO
      ? plural(seconds, {
          one: 'Too many tries. Try again in # second.',
          other: 'Too many tries. Try again in # seconds.',
        })
      : plural(minutes, {
          one: 'Too many tries. Try again in # minute.',
          other: 'Too many tries. Try again in # minutes.',
        })
  }

  return {
    form,
    /** Props of the `form` element. */
    formProps: { onSubmit: (event: SyntheticEvent) => void submit(event), noValidate: true },
    submit,
    /** Props of a text field, select or checkbox. */
    field: (field: Path<Values>) => ({
      ...form.register(field),
      error: errorText(form.getFieldState(field, { ...form.formState, errors }).error),
    }),
    isSubmitting,
    /** An error that concerns no single field. */
    failure: failureText(),
    /** Shows any thrown error like a failure of the form's own request. */
    setFailure,
    markSaved,
    /** True if entries are not saved yet. */
    hasEntries,
  }
}

/** Focuses the first invalid field in page order. */
function focusFirst(errors: FieldErrors): void {
  const isBefore = (one: Node, other: Node) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const [first] = Object.values(errors)
    .map((error): unknown => error && 'ref' in error && error.ref)
    .filter((ref) => ref instanceof HTMLElement)
    .sort((one, other) => (isBefore(one, other) ? -1 : 1))
  first?.focus()
}
