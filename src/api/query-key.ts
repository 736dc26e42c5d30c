/** First part of the key of every query of an endpoint; the restore looks the endpoint up by the second, its path. */
export const API_QUERY_KEY = 'api'
