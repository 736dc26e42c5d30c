import { getNotifications } from '#contract/notifications.ts'
import { apiQuery } from '#queries/api-query.ts'

export const notificationsQuery = apiQuery(getNotifications)
