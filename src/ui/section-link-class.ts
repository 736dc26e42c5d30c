/** A quiet link such as "See all" at the end of a heading row. */
export const sectionLinkClass =
  'tap inline-flex items-center gap-1 rounded-1 text-fs-3 font-650 text-text-2 hover:text-text'
