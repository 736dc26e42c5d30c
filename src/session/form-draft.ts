import { tabStorage } from '#lib/tab-storage.ts'

export type FieldValue = string | boolean
export type DraftValues = Readonly<Record<string, FieldValue>>

const PREFIX = 'draft:'
const keyOf = (name: string) => PREFIX + name

/** Returns only fields that the form has, with values of the right type. */
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

/** Stores values that differ from `saved`, as long as the tab lives. Never stores `secret` fields. */
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

/** A draft belongs to one player; without a player (`uid` 0) it has the plain name. */
export const draftNameOf = (uid: number, name: string) => (uid === 0 ? name : `${uid}:${name}`)

/** Removes the drafts of all players except `uid`. */
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
