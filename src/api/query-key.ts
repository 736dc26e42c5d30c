/**
 * First part of the query key of every endpoint; the second is the path, by which stored answers find their endpoint.
 */
export const API_QUERY_KEY = 'api'
