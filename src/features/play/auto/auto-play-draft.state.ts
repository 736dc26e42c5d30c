import * as v from 'valibot'
import { proxy, ref } from 'valtio'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { MAX_CONDITIONS } from './auto-play.ts'
import { AMOUNT_TRIGGERS, CONDITION_ACTIONS, COUNT_TRIGGERS } from './auto-play-conditions.ts'
import type { AutoPlayDraft } from './auto-play-draft.ts'

const KEY = 'auto-play-drafts'

const TypedSchema = v.pipe(v.string(), v.maxLength(24))
const RuleSchema = v.picklist(['keep', 'reset', 'raise'])
const DraftSchema = v.object({
  count: TypedSchema,
  isEndless: v.boolean(),
  onWin: RuleSchema,
  onWinRaise: TypedSchema,
  onLoss: RuleSchema,
  onLossRaise: TypedSchema,
  stopOnProfit: TypedSchema,
  stopOnLoss: TypedSchema,
  stopOnWin: TypedSchema,
  stakeCap: TypedSchema,
  conditions: v.pipe(
    v.array(
      v.object({
        when: v.picklist([...COUNT_TRIGGERS, ...AMOUNT_TRIGGERS]),
        count: TypedSchema,
        amount: TypedSchema,
        then: v.picklist(CONDITION_ACTIONS),
        percent: TypedSchema,
        stake: TypedSchema,
      }),
    ),
    v.maxLength(MAX_CONDITIONS),
  ),
})
const DraftsSchema = v.record(v.string(), DraftSchema)

/** The sheet as it was last filled in, by game and coin. Changed only by `changeAutoPlayDraft`. */
export const autoPlayDrafts = proxy<{ byGame: Readonly<Record<string, AutoPlayDraft>> }>({
  byGame: ref(readDrafts()),
})

function readDrafts(): Record<string, AutoPlayDraft> {
  return parseStored(DraftsSchema, browserStorage.get(KEY)) ?? {}
}

export function changeAutoPlayDraft(place: string, draft: AutoPlayDraft): void {
  // Other tabs write to the same key.
  autoPlayDrafts.byGame = ref({ ...autoPlayDrafts.byGame, ...readDrafts(), [place]: draft })
  browserStorage.set(KEY, JSON.stringify(autoPlayDrafts.byGame))
}
