/** The newest first: whole numbers of one length, in the order of their texts. Times are microseconds since 1970. */
export const orderOf = (us: number): string => String(Number.MAX_SAFE_INTEGER - us).padStart(16, '0')
