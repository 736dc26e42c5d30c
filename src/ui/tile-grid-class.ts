/** Three columns on phones, four from 640 px, six from 1024 px. */
export const tileGridClass = 'grid grid-cols-3 sm:grid-cols-4 lg:grid-cols-6 gap-2.5 lg:gap-3.5'
