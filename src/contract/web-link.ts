import * as v from 'valibot'

/** Address of somebody else's page. What is kept on a device comes from outside, so nothing but a page passes. */
export const WebLinkSchema = v.pipe(v.string(), v.regex(/^https?:\/\//))
