import { tabStorage } from '#lib/tab-storage.ts'

/** What a field of a form holds. */
export type FieldValue = string | boolean
export type DraftValues = Readonly<Record<string, FieldValue>>

const PREFIX = 'draft:'
const keyOf = (name: string) => PREFIX + name

/** What was typed into the form before: only fields the form has, with values of their kind. */
export function readDraft(name: string, defaults: DraftValues, secret: readonly string[]): DraftValues {
  const draft = parse(tabStorage.get(keyOf(name)))
  return Object.fromEntries(
    Object.entries(draft).filter(
      (entry): entry is [string, FieldValue] =>
        Object.hasOwn(defaults, entry[0]) &&
        !secret.includes(entry[0]) &&
        typeof entry[1] === typeof defaults[entry[0]],
    ),
  )
}

/** Keeps what differs from `saved` for as long as the tab lives; never the `secret` fields. */
export function writeDraft(
  name: string,
  values: DraftValues,
  saved: DraftValues,
  secret: readonly string[],
): void {
  const draft = Object.entries(values).filter(
    ([field, value]) => value !== saved[field] && !secret.includes(field),
  )
  if (draft.length === 0) removeDraft(name)
  else tabStorage.set(keyOf(name), JSON.stringify(Object.fromEntries(draft)))
}

export function removeDraft(name: string): void {
  tabStorage.remove(keyOf(name))
}

/** Name of a draft that is of one player alone; a visitor's, with `uid` 0, goes by its plain name. */
export const draftNameOf = (uid: number, name: string) => (uid === 0 ? name : `${uid}:${name}`)

/** Forgets what anybody but the player of `uid` has typed into any form. */
export function removeDraftsOfOthers(uid: number): void {
  tabStorage.removeAll(PREFIX, uid === 0 ? undefined : keyOf(draftNameOf(uid, '')))
}

function parse(text: string | null): object {
  try {
    const draft: unknown = JSON.parse(text ?? '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    return {}
  }
}
