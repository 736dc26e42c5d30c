/** Base path of the API on the product's host. */
export const API_BASE = '/api'
