/** The newest first: whole numbers of one length, in the order of their texts. Times are microseconds since 1970. */
export const orderOf = (us: number): string => String(Number.MAX_SAFE_INTEGER - us).padStart(16, '0')

/** The time that `orderOf` was made of. */
export const timeOfOrder = (order: string): number => Number.MAX_SAFE_INTEGER - Number(order)
