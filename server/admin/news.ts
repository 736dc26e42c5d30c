import * as v from 'valibot'
import { NewsSchema } from '#contract/messages.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { tellNews } from '#server/gifts/tell-news.ts'
import { readInput } from './json-input.ts'
import type { Verbs } from './operator-call.ts'

const NewNewsSchema = v.strictObject(NewsSchema.entries)

export const NEWS: Verbs = {
  send: {
    isChange: true,
    async act(call) {
      const { db, secrets, now, actionId } = call
      const news = readInput(call, NewNewsSchema)
      const told = await tellNews(db, { news, key: actionId, secrets, now })
      if (told.players + told.mails === 0)
        throw new StartupError(`No player has chosen news about ${news.topic}.`)
      return { what: { ...news, ...told }, rows: [{ ...told, ...news }] }
    },
  },
}
